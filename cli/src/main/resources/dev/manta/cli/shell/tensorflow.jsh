import dev.manta.tensorflow.*;
import dev.manta.tensorflow.optim.*;
