"""Games on lanes, and the people who keep their cards."""

from collections.abc import Sequence

from bot.db.cards import load_cards
from bot.db.engine import Database
from bot.db.snapshot import Competition, SheetKey, Snapshot, Team
from bot.posts.outbox import load_about
from bot.services import card_arrangement, card_rulings, card_writing, conduct
from bot.services.access import Asker
from bot.ui.facts.cards import ArrangementPreview, CardSeen, CardUnread, CardWritten
from core.conduct import OffenceKind
from tests.builders import create_competition, director, load, register_team, start

TEAMS = {
    "Gutter Gang": ["Ann", "Bo", "Cy", "Di"],
    "**Bold** @everyone": ["Ed", "Flo", "Gus"],
    "東京 Lions": ["Hal", "Ina", "Jo", "Kim"],
}
GANG = "Ann: 120 131\nBo: 99 101\nCy: 150 150\nDi: 88 90"
BOLD = "Ed: 100 101\nFlo: 102 103\nGus: 104 105"
HOLES = "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"


class Games:
    """A competition with three teams on lanes, and people who write cards in it."""

    def __init__(self, database: Database, competition: Competition, teams: Sequence[Team]) -> None:
        self.database, self.competition, self.teams = database, competition, teams
        self.gang, self.bold, self.lions = teams

    async def arrange(self, event: str = "bowling", text: str | None = None) -> None:
        """As the director does it."""
        names = "\n".join(team.name for team in self.teams) if text is None else text
        async with self.database.transaction() as tx:
            shown = await card_arrangement.preview_arrangement(tx, director(), self.chosen, event, names)
        assert isinstance(shown, ArrangementPreview), shown
        async with self.database.transaction() as tx:
            await card_arrangement.confirm_arrangement(tx, director(), self.chosen, str(shown.draft_id))

    @property
    def chosen(self) -> str:
        return str(self.competition.id)

    async def card_id(self, team: Team, event: str = "bowling") -> str:
        async with self.database.reading() as tx:
            cards = await load_cards(tx.connection, self.competition.id, event)
        return next(str(card.id) for card in cards if card.team_id == team.id)

    async def write(
        self, who: Asker, team: Team, text: str, author: str = "own", event: str = "bowling"
    ) -> CardWritten | CardUnread:
        card_id = await self.card_id(team, event)
        async with self.database.transaction() as tx:
            return await card_writing.write_card(tx, who, self.chosen, card_id, author, text)

    async def see(self, who: Asker, team: Team, event: str = "bowling") -> CardSeen:
        async with self.database.reading() as tx:
            return await card_writing.see_card(tx, who, self.chosen, event, team.name)

    async def rule(
        self, who: Asker, team: Team, verdict: str, reason: str = "I looked", text: str = "", mark: str | None = None
    ) -> CardWritten:
        view = (await self.see(director(), team)).view
        async with self.database.transaction() as tx:
            done = await card_rulings.rule_card(
                tx, who, self.chosen, str(view.card.id), mark or str(view.card.mark), verdict, text, reason
            )
        assert isinstance(done, CardWritten), done
        return done

    async def load(self) -> Snapshot:
        return await load(self.database, self.competition)

    async def points(self, name: str) -> list[int | None]:
        """What counts for a player in bowling."""
        snapshot = await self.load()
        (player,) = [player for player in snapshot.players.values() if player.name == name]
        sheets = [snapshot.sheets.get(SheetKey("bowling", None, player.id, number)) for number in (1, 2)]
        return [None if sheet is None else sheet.value for sheet in sheets]

    async def posts(self) -> list[str]:
        """What was said about cards, in the captains' and staff channels, in order."""
        async with self.database.reading() as tx:
            found = await load_about(tx.connection, self.competition.id, "card:")
        return [f"{post.channel_id}: {post.payload['text']}" for post in found if post.payload]


async def play(database: Database) -> Games:
    competition = await create_competition(database)
    teams = [await register_team(database, competition, name, players) for name, players in TEAMS.items()]
    return Games(database, await start(database, competition), teams)


async def bowl(database: Database) -> Games:
    games = await play(database)
    await games.arrange()
    return games


async def assert_kept(games: Games) -> None:
    loaded = await games.load()
    async with games.database.reading() as tx:
        assert tx.snapshots.find(games.competition.id, loaded.competition.revision) == loaded


async def eject(games: Games, name: str, event: str | None) -> None:
    async with games.database.transaction() as tx:
        shown = await conduct.preview_offence(tx, director(), games.chosen, OffenceKind.PUNCH, name, event, None)
    async with games.database.transaction() as tx:
        await conduct.record_offence(tx, director(), games.chosen, str(shown.draft_id))
