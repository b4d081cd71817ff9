package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.error.MantaException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonSettingsTest {
  private static final Node FOUND =
      new Node(
          "found",
          new Resources(8, 2, 64L << 30, Map.of("disk", 1.0)),
          List.of("H200", "H200"),
          Map.of("zone", "eu", "rack", "7"));

  private static DaemonSettings settings(String... pairs) {
    var described = new Described(Map.of());
    for (int i = 0; i < pairs.length; i += 2) {
      described = described.with(pairs[i], pairs[i + 1]);
    }
    return new DaemonSettings(Described.parse(described.bytes()));
  }

  @Test
  void whatWasNotSaidIsAsItWasFound() {
    assertThat(settings().node(FOUND)).isEqualTo(FOUND);
    assertThat(settings().candidate()).isFalse();
    assertThat(settings().address()).isEmpty();
    assertThat(settings().dataHost()).isEmpty();
    assertThat(settings().metricsPort()).isEmpty();
    assertThat(settings().dashboardPort()).isEmpty();
    assertThat(settings().endsWithStarter()).isFalse();
  }

  @Test
  void aNodeHasWhatTheUserSays() {
    Node node = settings("name", "b", "cpus", "3.5", "gpus", "1", "memory", "16g").node(FOUND);
    assertThat(node.name()).isEqualTo("b");
    assertThat(node.total()).isEqualTo(new Resources(3.5, 1, 16L << 30, Map.of("disk", 1.0)));
    assertThat(node.gpuNames()).containsExactly("H200");
  }

  @Test
  void moreGpusThanWereFoundHaveNoNamesOfTheirOwn() {
    assertThat(settings("gpus", "3").node(FOUND).gpuNames()).containsExactly("H200", "H200", "GPU");
  }

  @ParameterizedTest
  @CsvSource({
    "500,500",
    "2k,2048",
    "3M,3145728",
    "64g,68719476736",
    "64GB,68719476736",
    "0.5t,549755813888"
  })
  void memoryHasAUnit(String text, long bytes) {
    assertThat(settings("memory", text).node(FOUND).total().memoryBytes()).isEqualTo(bytes);
  }

  @Test
  void resourcesAndLabelsOfTheirOwnAreAddedToThoseFound() {
    Node node = settings("resources", "tpu=4, disk=2", "labels", "zone=us,owner=a=b").node(FOUND);
    assertThat(node.total().custom()).isEqualTo(Map.of("tpu", 4.0, "disk", 2.0));
    assertThat(node.labels()).isEqualTo(Map.of("zone", "us", "rack", "7", "owner", "a=b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "cpus many",
        "cpus -1",
        "cpus NaN",
        "gpus 1e999",
        "memory 64x",
        "memory g",
        "resources tpu",
        "resources =4",
        "resources tpu=many",
        "resources tpu=1,",
        "labels zone",
        "labels =eu"
      })
  void whatCannotBeIsRefusedByTheNameOfItsOption(String option, String text) {
    assertThatThrownBy(() -> settings(option, text).node(FOUND))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("--" + option)
        .hasMessageContaining("which is not");
  }

  @Test
  void portsAreReadWhereGiven() {
    DaemonSettings settings =
        settings("port", "6379", "metrics-port", "0", "dashboard-port", "65535");
    assertThat(settings.port()).isEqualTo(6379);
    assertThat(settings.metricsPort()).hasValue(0);
    assertThat(settings.dashboardPort()).hasValue(65_535);
  }

  @ParameterizedTest
  @ValueSource(strings = {"65536", "99999999999", "6379.5", "-1", "http", ""})
  void whatIsNoPortIsRefusedByTheNameOfItsOption(String text) {
    DaemonSettings settings = settings("port", text, "metrics-port", text, "dashboard-port", text);
    assertThatThrownBy(settings::port).hasMessageContaining("--port is \"" + text + "\"");
    assertThatThrownBy(settings::metricsPort).hasMessageContaining("--metrics-port is");
    assertThatThrownBy(settings::dashboardPort).hasMessageContaining("--dashboard-port is");
  }
}
