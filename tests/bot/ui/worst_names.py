"""Names as people really type them, and as people type them who want to break something."""

import random
import unicodedata

ZALGO = "Z" + "\u0337\u0322\u0327\u031b\u0330\u0359\u0344\u034b" * 5 + "algo"

WORST_NAMES = (
    "**Bold**",
    "@everyone",
    "<@1> <#1> <@&1> </go:1>",
    "[free](https://example.org) discord.gg/abc",
    "# Heading",
    "||spoiler|| ~~gone~~ __under__ _lean_",
    "`code` ```block``` ``",
    "```",
    "Łódź Ế Åç",
    "東京ホークス",
    "서울 타이거즈",
    "👑",
    "👨‍👩‍👧",
    "🏀 Hoops 👨‍👩‍👧",
    "🇮🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👍🏽 1️⃣ ❤️",
    "Mix نسور FC",
    "نسور (A) 12",
    "שלום עולם",
    "กรุงเทพ ทีม",
    "हिन्दी क्षत्रिय",
    "မြန်မာ తెలుగు ខ្មែរ",
    "𝓕𝓪𝓷𝓬𝔂",
    "w" * 80,
    "東" * 80,
    "👨‍👩‍👧" * 20,
    "The Team With the Longest Name That Anybody Has Ever Entered in a Bowling League",
    ZALGO,
    "\u202eevil\u202c \u2066x",
    "\u0301",
    "\u0301\u20dd lone marks \u1ab0",
    "]]> <b> &amp; \"quoted\" 'too'",
    "line\nbreak\ttab\x00\x1b[31m\x7f",
    "\ud83d broken \udfff",
    "\ue000\U0010ffff\ufffe",
    "   ",
    "\u200b\u3164\u2800",
    "",
    "=1+1",
    "-2",
)


def random_names(count: int, seed: int = 1) -> list[str]:
    """Names of up to 80 characters: alphabets mixed at random, marks, joiners, controls, any code point at all."""
    source = random.Random(seed)
    pools = [
        "abcXYZ 0123 .,-()[]<>&'\"`*_@#/\\",
        "ąčęłńóśźżÅßøÉñ",
        "БВГДжзи ΑΒΓδεζ",
        "東京大阪ホークスひらがな한국서울",
        "نسورالجزائر ١٢٣",
        "שלום עולם ־׳",
        "กรุงเทพมหานคร้ำ",
        "हिन्दीक्षत्रियੴதமிழ்తెలుగుမြန်မာខ្មែរ",
        "👑🏀👨👩👧👍🏽🇩🇪🏳️‍🌈❤️1️⃣\u200d\ufe0f🏴\U000e0067\U000e007f",
        "".join(map(chr, range(0x300, 0x370))),
        "\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\u00ad\u061c\x00\x07\n\t",
        "".join(c for c in map(chr, range(0x2000, 0x3000)) if unicodedata.category(c) != "Cn"),
    ]
    return [_random_name(source, pools) for _ in range(count)]


def _random_name(source: random.Random, pools: list[str]) -> str:
    chosen = source.sample(pools, source.randint(1, 4))
    return "".join(
        chr(source.randrange(0x110000)) if source.random() < 0.03 else source.choice(source.choice(chosen))
        for _ in range(source.randint(1, 80))
    )
