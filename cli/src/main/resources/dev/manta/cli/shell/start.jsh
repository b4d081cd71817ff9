import dev.manta.*;
import dev.manta.checkpoint.*;
import dev.manta.collective.*;
import dev.manta.data.*;
import dev.manta.train.*;
import dev.manta.train.tracker.*;
import dev.manta.tune.*;
import dev.manta.tune.space.*;
