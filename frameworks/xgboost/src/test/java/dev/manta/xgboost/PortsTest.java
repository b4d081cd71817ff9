package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Trainer;
import dev.manta.tabular.TableRoles;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.testkit.framework.ListeningPorts;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Where a process listens that trains several times.
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class PortsTest {
  record Config(int maxDepth) {}

  private static final Set<String> WHILE_TRAINING = ConcurrentHashMap.newKeySet();
  private static final String LOOPBACK = "(0{16}FFFF0000)?0100007F:.*";

  @TempDir Path directory;

  static void train(TrainContext<Config> ctx) throws IOException {
    var xgboost = XGBoost.of(ctx);
    DMatrix train = xgboost.train("train", TableRoles.label("y"));
    Booster booster = xgboost.booster(train);
    booster.update(train);
    WHILE_TRAINING.addAll(ListeningPorts.here());
    booster.update(train);
  }

  @Test
  void noneIsLeftAndNoneIsOpenToOtherMachines() throws Exception {
    Set<String> before = ListeningPorts.here();
    var runs = new Runs(directory);
    for (int i = 0; i < 2; i++) {
      Trainer.of(PortsTest::train, new Config(2))
          .dataset("train", ContractRows.of(100))
          .scaling(ScalingConfig.inProcess(2))
          .run(runs.settings())
          .fit();
    }
    WHILE_TRAINING.removeAll(before);
    assertThat(WHILE_TRAINING).isNotEmpty().allMatch(port -> port.matches(LOOPBACK));
    assertThat(ListeningPorts.here()).isSubsetOf(before);
  }
}
