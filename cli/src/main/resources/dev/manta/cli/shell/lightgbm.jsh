import dev.manta.lightgbm.*;
import dev.manta.tabular.*;
