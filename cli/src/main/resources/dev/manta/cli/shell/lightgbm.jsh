import dev.manta.lightgbm.*;
import dev.manta.tabular.*;
import dev.manta.lightgbm.Objective;
