import dev.manta.xgboost.*;
import dev.manta.tabular.*;
