"""What somebody would have to have more or less of: money, certificates, stock, trains, a private company."""

from __future__ import annotations

from msgspec.structs import replace

from ferrovia.engine.finance.certificates import POOL, ordinary
from ferrovia.engine.flow.remedies.remedy import Case, Remedy
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import Message


class Money(Remedy, frozen=True, tag="money"):
    """A purse is short of a sum; a little less would not do."""

    purse: str
    amount: int

    @property
    def message(self) -> Message:
        return Message("with {amount:money} more for {purse}", amount=self.amount, purse=self.purse)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        changed.game.suppose_cash(self.purse, case.game.cash(self.purse) + self.amount)
        return changed

    def together(self, other: Remedy) -> Remedy | None:
        if isinstance(other, Money) and other.purse == self.purse:
            return replace(self, amount=self.amount + other.amount)
        return None


class FewerCertificates(Remedy, frozen=True, tag="fewer_certificates"):
    """A player is at the certificate limit, or over it."""

    player: str
    count: int

    @property
    def message(self) -> Message:
        text = "with {count} {count:certificate|certificates} fewer in the hands of {player}"
        return Message(text, count=self.count, player=self.player)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game, wanted = changed.game, case.game.certificate_count(self.player) - self.count
        traded = getattr(case.action, "corporation", "")
        for corporation in sorted(game.state.certificates, key=lambda name: name == traded):
            for number in ordinary(game.holders(corporation), self.player):
                if game.certificate_count(self.player) > wanted:
                    game.hand_over(corporation, number, OUT)
        for private, owner in case.game.state.privates.items():
            if owner == self.player and game.certificate_count(self.player) > wanted:
                game.give_private(private, BANK)
        return changed

    def together(self, other: Remedy) -> Remedy | None:
        if isinstance(other, FewerCertificates) and other.player == self.player:
            return replace(self, count=self.count + other.count)
        return None


class LessStock(Remedy, frozen=True, tag="less_stock"):
    """Somebody, or the bank pool, has more of a corporation than a limit allows after the deal."""

    holder: str
    corporation: str
    percent: int

    @property
    def message(self) -> Message:
        text = "with {percent}% of {corporation} less in the hands of {holder}"
        if self.holder == POOL:
            text = "with {percent}% of {corporation} less in the bank pool"
        return Message(text, percent=self.percent, corporation=self.corporation, holder=self.holder)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game, held = changed.game, case.game.percent(self.corporation, self.holder)
        for number in ordinary(game.holders(self.corporation), self.holder):
            if held - game.percent(self.corporation, self.holder) < self.percent:
                game.hand_over(self.corporation, number, OUT)
        return changed

    def together(self, other: Remedy) -> Remedy | None:
        if isinstance(other, LessStock) and other.holder == self.holder and other.corporation == self.corporation:
            return replace(self, percent=self.percent + other.percent)
        return None


class FewerTrains(Remedy, frozen=True, tag="fewer_trains"):
    """A corporation is at the train limit."""

    corporation: str
    count: int

    @property
    def message(self) -> Message:
        text = "with {count} {count:train|trains} fewer at {corporation}"
        return Message(text, count=self.count, corporation=self.corporation)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        cards, kept, left = case.game.title.box.trains, [], self.count
        for train in case.game.trains(self.corporation):
            if left and cards[train].counts_for_limit:
                left -= 1
            else:
                kept.append(train)
        changed.game.suppose_trains(self.corporation, kept)
        return changed

    def together(self, other: Remedy) -> Remedy | None:
        if isinstance(other, FewerTrains) and other.corporation == self.corporation:
            return replace(self, count=self.count + other.count)
        return None


class OwnedPrivate(Remedy, frozen=True, tag="owned_private"):
    """The power of a private company is its owner's."""

    private: str
    owner: str

    @property
    def message(self) -> Message:
        return Message("if {owner} owned {private}", private=self.private, owner=self.owner)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        changed.game.give_private(self.private, self.owner)
        return changed
