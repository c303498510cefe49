"""The words that codes are made of: short, common, of plain letters, and none that is easily taken for another."""

WORDS = tuple(
    """
    acorn actor agate album alder alley amber anchor angel ankle apple apron arbor arch arrow artist ash aspen atlas
    attic autumn avenue axle bacon badge bagel bakery balcony ballad bamboo banana banner barley barrel basil basin
    basket beacon beaver bell bench berry birch biscuit bishop bison blanket blossom blue board boiler bonnet boot
    bottle boulder bouquet branch brass bread breeze brick bridge bronze brook broom brush bucket buckle buffalo bugle
    button cabin cable cactus camel camera canal candle canoe canvas canyon captain caravan carbon cargo carpet carrot
    castle cavern cedar cello chalk chapel cherry chess chimney choir cider cinema circle citrus clay cliff clock
    clover coal coast cobalt cocoa coffee comet compass copper coral cork corner cotton cousin crane crater crayon
    cream cricket crimson crown crystal cupola curtain cushion cypress daisy dancer delta desert diamond dinner dolphin
    donkey dragon drum duchess eagle easel east echo elbow elder elm ember emerald engine estate evening fabric falcon
    family farmer feather fennel fern ferry fiddle field fig finch fjord flame flax flint flute foam forest fork
    fossil fountain fox freight fresco frost fruit furnace galaxy gallery garage garden garlic garnet gazelle geyser
    giant ginger giraffe glacier glass glove goblet gold goose gorge granite grape gravel green griffin guitar gulf
    hammer hammock harbour harp harvest hazel heather hedge helmet heron hickory hill hinge honey horizon horse hotel
    house hunter icicle indigo ink iris iron island ivory ivy jacket jade jasmine jewel judge jungle juniper kennel
    kettle kiosk kitchen kite knight koala ladder lagoon lake lamp lantern lasso lavender lawn leaf leather ledger
    lemon lens leopard letter lever lilac lily lime linen lion lizard lobster locket lotus lumber lute magnet magpie
    mango mantle maple marble market marsh mason meadow medal melody melon mercury meteor metro midday mill mineral
    mint mirror mist monk moon morning mosaic moss motor mountain museum music mustard myrtle napkin nectar needle
    nephew nest nickel north novel nutmeg oak oasis oat oboe ocean olive onion opal opera orange orbit orchard orchid
    organ otter oven owl oxygen oyster paddle palace palm panda panel paper parade parrot pasta path peach pear
    pebble pelican pencil pepper petal piano pigeon pillow pine pioneer pirate pistachio planet platform plaza plum
    pocket poem pond poplar poppy porcelain portrait potato pottery powder prairie prism puzzle pyramid quarry quartz
    queen quill rabbit radio raft rail rain ranch raven reef ribbon rice ridge river robin rocket roof rose rowan
    ruby saddle saffron sail salad salmon salt sand sapphire satin scarf school sculptor seal season shadow shell
    shepherd shovel silk silver singer sketch slate sleigh slope smoke snow soda sofa soup south spark sparrow spice
    spider spire sponge spoon spring spruce square squirrel stable stadium stage stamp star statue steam steel stone
    stork storm stove straw stream street sugar suitcase summer summit sunset swallow swan table tailor tambourine
    tango tavern temple tennis terrace theatre thimble thistle thunder ticket tiger timber toast tomato topaz torch
    tower train travel treasure tropic trumpet tulip tundra tunnel turbine turquoise turtle twig umbrella uncle
    valley vanilla velvet verse viaduct village vine violet violin volcano voyage wagon walnut walrus water wave
    weaver west whale wheat wheel whistle willow window wing winter wolf wonder wood wool yacht yarn yellow zebra
    zenith zinc
    """.split()  # noqa: SIM905 a list of quoted words would be four times as long
)
