"""The colours. Every text stands out at least 7:1 from whatever it is drawn on; a test computes it."""

PAGE = "#12151c"
CARD = "#1b202b"
CARD_ALTERNATE = "#171b25"
CARD_HIGHLIGHTED = "#1a2f4a"
LINE = "#39424f"
LINK = "#7b8798"

TEXT = "#f4f6fa"
MUTED = "#bcc5d3"
ACCENT = "#7cc4ff"
NOTICE = "#ffcf70"
GAIN = "#6ee7a0"
LOSS = "#ffaaa3"

GOLD = "#f5c542"
SILVER = "#cfd6e0"
BRONZE = "#e5a56c"
ON_METAL = "#12151c"

PODIUM = (GOLD, SILVER, BRONZE)
SURFACES = (PAGE, CARD, CARD_ALTERNATE, CARD_HIGHLIGHTED)
INKS = (TEXT, MUTED, ACCENT, NOTICE, GAIN, LOSS)
