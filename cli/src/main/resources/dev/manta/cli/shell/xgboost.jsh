import dev.manta.xgboost.*;
import dev.manta.tabular.*;
import dev.manta.xgboost.Objective;
