"""Buying, prices, maintenance, Tax, haggling and work."""

from engine.games.burning_wheel.questions.parts import ability, about, labelled, number, obstacle, rated
from engine.games.burning_wheel.rules.coin import Unit
from engine.games.burning_wheel.rules.living import LIVES
from engine.games.burning_wheel.rules.prices import ITEMS, words_of
from engine.questions import Part, Question, Way

PLAIN = {"of", "for", "the", "a", "on", "by", "in", "to", "and", "an", "one", "with", "18", "toward"}
THINGS = {word for item in ITEMS.values() for word in words_of(f"{item.name} {item.also}")} - PLAIN
THING = Part(
    (
        Way("horse", {"text": "horse", "kinds": ["mounts"], "least": 3}),  # else the list has mules and barding, too
        Way("mule", {"text": "mule", "kinds": ["mounts"], "most": 2}),
        *(Way(word, {"text": word}) for word in sorted(THINGS - {"horse", "mule"})),
        *(Way(item.name.split(",")[0], {"text": item.name.split(",")[0]}) for item in ITEMS.values()),
    ),
    missing="what it is",
)
BOUGHT = Part(
    tuple(
        Way(name, {"price": item.key})
        for item in ITEMS.values()
        for name in {item.name.split(",")[0].split(" of ")[0], item.name}
        if sum(other.name.startswith(name) for other in ITEMS.values()) == 1
    )
)
BUY = about("buy", "buying", "purchase", "afford", "pay", "acquire", "bought")
COST = about(
    *("buy", "buying", "purchase", "afford", "price", "prices", "cost", "costs", "pay", "expensive", "worth", "sell"),
)
RESOURCES = Part(
    (*labelled("resources", "resources", "resource", "res").ways, *rated("resources", dice=True)),
    missing="your Resources",
)
LISTED = Part(RESOURCES.ways, unsaid=Way("", {"resources": "B3"}, "Resources B3"))
CASH = number("cash", "# cash", "cash #", "# d cash", "cash # d", "# cash dice", "+ # d cash")
FUNDS = number("funds", "# funds", "fund # d", "# d fund", "# d funds", "+ # d fund", "fund #", "funds #")
TAXED = number("taxed", "taxed #", "# taxed", "tax #", "# tax", "# d tax", "taxed # d", "# d taxed")

QUESTIONS = (
    Question(
        "purchase-builder",
        "RES-02",
        (BUY, BOUGHT, RESOURCES),
        (
            CASH,
            FUNDS,
            TAXED,
            Part(
                tuple(Way(f"help {way.typed}", {"helpers.*.exponent": "#"}) for way in rated("", bare=True)), rows=True
            ),
        ),
        idle="test resources dice",
    ),
    Question("price-list", "RES-03", (COST, THING), (LISTED,), idle="test resources of quality"),
    Question(
        "lifestyle",
        "RES-16",
        (
            about("maintenance", "lifestyle", "cost living", "live", "living", "upkeep"),
            Part(
                tuple(Way(key.replace("-", " "), {"life": key}) for key in LIVES),
                missing="how you live (a poor knight)",
            ),
            RESOURCES,
        ),
        (TAXED, CASH, FUNDS),
        idle="test cost cycle",
    ),
    Question(
        "after-the-purchase",
        "RES-08",
        (
            about("tax", "taxed", "failed", "fail"),
            Part(
                tuple(
                    way._replace(inputs={"resources": way.inputs["resources"], "dice": "#"}) for way in RESOURCES.ways
                ),
                missing="your Resources",
            ),
            obstacle(),
            number("successes", "# success", "# successes", "rolled #", missing="the successes rolled"),
        ),
        (Part((), unsaid=Way("", {}, "no other dice in the roll")),),
        idle="resources test lose tax failed fail",
    ),
    Question(
        "haggling-odds",
        "RES-13",
        (
            about("haggle", "haggling", "haggled", "bargain", "talk down"),
            ability("yours", missing="your Haggling"),
            Part(
                tuple(
                    way._replace(typed=f"{word} {way.typed}")
                    for word in ("vs", "v", "versus", "against")
                    for way in rated("theirs", dice=True)
                ),
                missing="the seller’s Haggling",
            ),
            obstacle("asking", missing="the price asked"),
        ),
        (Part((), unsaid=Way("", {"resources": "B4"}, "Resources B4 to pay with")),),
        idle="price test down",
    ),
    Question(
        "get-a-job",
        "RES-18",
        (
            about("job", "work", "find work", "earn", "get job"),
            ability("skill", missing="the skill you work with"),
            TAXED,
        ),
        idle="resources back skill die dice recover",
    ),
    Question(
        "cash-on-hand",
        "RES-20",
        (
            number("cash", "# cash", "cash #", "# d cash", "cash # d", "# cash dice"),
            labelled("resources", "resources", "res", missing="your Resources"),
            obstacle(),
        ),
        (number("wanted", "# %", "# percent", unsaid=Way("", {"wanted": "75"}, "75 % wanted")),),
        idle="spend use much put in",
    ),
    Question(
        "coin-converter",
        "RES-26",
        (
            Part(
                tuple(
                    Way(f"# {word}", {"amount": "#", "unit": unit.value})
                    for unit in Unit
                    for word in {unit.value, unit.value.removesuffix("s"), f"{unit.value.removesuffix('s')}s"}
                )
            ),
        ),
        (Part((), unsaid=Way("", {"wage": "laborer"}, "by a laborer’s pay")),),
        idle="money worth coin coins is value",
    ),
)
