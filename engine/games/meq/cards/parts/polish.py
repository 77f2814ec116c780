"""Numbers with their nouns in Polish, which changes the noun after one, two to four, and more."""


def counted(n: int, one: str, few: str, many: str) -> str:
    """A number with the right form of its noun."""
    if n == 1:
        return f"1 {one}"
    return f"{n} {few if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else many}"


def favor_pl(n: int) -> str:
    """So much favor, as an object."""
    return counted(n, "przysługę", "przysługi", "przysług")


def damage_pl(n: int) -> str:
    """So much damage, as an object."""
    return counted(n, "ranę", "rany", "ran")


def influence_pl(n: int) -> str:
    """So much influence, as an object."""
    return counted(n, "wpływ", "wpływy", "wpływów")


def cards_pl(n: int) -> str:
    """So many cards, as an object."""
    return counted(n, "kartę", "karty", "kart")
