import dev.manta.djl.*;
