import dev.manta.torch.*;
import dev.manta.torch.models.*;
import dev.manta.torch.nn.*;
import dev.manta.torch.optim.*;
import dev.manta.torch.nn.Module;
