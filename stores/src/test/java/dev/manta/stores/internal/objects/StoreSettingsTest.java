package dev.manta.stores.internal.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.stores.internal.http.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSettingsTest {
  @TempDir private Path home;

  private StoreSettings amazon(String bucket, Map<String, String> variables) {
    return StoreSettings.of(Dialect.AMAZON, bucket, new Environment(variables, home));
  }

  private static String uri(StoreSettings settings, String key) {
    return settings.uri(key, new TreeMap<>()).toString();
  }

  @Test
  void amazonsBucketsAreInTheHost() {
    assertThat(uri(amazon("data", Map.of("AWS_REGION", "eu-west-1")), "a b/ü+"))
        .isEqualTo("https://data.s3.eu-west-1.amazonaws.com/a%20b/%C3%BC%2B");
    assertThat(uri(amazon("data", Map.of("AWS_REGION", "cn-north-1")), "x"))
        .isEqualTo("https://data.s3.cn-north-1.amazonaws.com.cn/x");
    assertThat(uri(amazon("data", Map.of()), "x"))
        .isEqualTo("https://data.s3.us-east-1.amazonaws.com/x");
  }

  @Test
  void aBucketThatNoCertificateFitsIsInThePath() {
    assertThat(uri(amazon("my.data", Map.of()), "x"))
        .isEqualTo("https://s3.us-east-1.amazonaws.com/my.data/x");
  }

  @Test
  void otherServersHaveTheBucketInThePathUnlessSaid() {
    Map<String, String> own = Map.of("AWS_ENDPOINT_URL", "http://minio:9000/");
    assertThat(uri(amazon("data", own), "x")).isEqualTo("http://minio:9000/data/x");
    Map<String, String> host =
        Map.of("AWS_ENDPOINT_URL_S3", "http://minio:9000", "MANTA_S3_PATH_STYLE", "false");
    assertThat(uri(amazon("data", host), "x")).isEqualTo("http://data.minio:9000/x");
  }

  @Test
  void aProfileMaySayAllOfIt() throws IOException {
    Files.createDirectories(home.resolve(".aws"));
    Files.writeString(
        home.resolve(".aws/config"),
        """
        [profile lab]
        region = eu-central-1
        services = minio
        s3 =
          addressing_style = virtual
        [services minio]
        s3 =
          endpoint_url = https://minio.lab
        """);
    StoreSettings settings = amazon("data", Map.of("AWS_PROFILE", "lab"));
    assertThat(uri(settings, "x")).isEqualTo("https://data.minio.lab/x");
    assertThat(settings.region()).isEqualTo("eu-central-1");
    assertThat(amazon("data", Map.of("AWS_PROFILE", "lab", "AWS_REGION", "us-west-2")).region())
        .isEqualTo("us-west-2");
  }

  @Test
  void anotherRegionMovesOnlyAmazonsEndpoint() {
    assertThat(uri(amazon("data", Map.of()).in("eu-west-1"), "x"))
        .isEqualTo("https://data.s3.eu-west-1.amazonaws.com/x");
    StoreSettings own = amazon("data", Map.of("AWS_ENDPOINT_URL", "http://minio:9000"));
    assertThat(uri(own.in("eu-west-1"), "x")).isEqualTo("http://minio:9000/data/x");
  }

  @Test
  void googleHasOneAddress() {
    var environment = new Environment(Map.of(), home);
    assertThat(uri(StoreSettings.of(Dialect.GOOGLE, "data", environment), "x"))
        .isEqualTo("https://storage.googleapis.com/data/x");
  }

  @Test
  void keysBeforeABucketAreRefusedAndNotShown() {
    for (String bucket : List.of("AKIAX:hush@bucket", "AKIAX:hu", "hush@bucket")) {
      assertThatThrownBy(() -> amazon(bucket, Map.of()))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("give keys by AWS_ACCESS_KEY_ID")
          .hasMessageNotContaining("AKIAX")
          .hasMessageNotContaining("hu");
    }
  }

  @Test
  void whatMakesNoSenseIsRefusedByItsName() {
    assertThatThrownBy(() -> amazon("", Map.of()))
        .isInstanceOf(MantaException.class)
        .hasMessage("'' is not the name of a bucket; a location is like s3://bucket/runs");
    assertThatThrownBy(() -> amazon("data", Map.of("AWS_ENDPOINT_URL_S3", "minio:9000")))
        .hasMessage(
            "AWS_ENDPOINT_URL_S3 must lead to an address like https://host:port, which it does not");
    assertThatThrownBy(() -> amazon("data", Map.of("MANTA_S3_CONNECTIONS", "many")))
        .hasMessage("MANTA_S3_CONNECTIONS must be a number, not many");
    assertThatThrownBy(() -> amazon("data", Map.of("MANTA_S3_CONNECTIONS", "0")))
        .hasMessage("MANTA_S3_CONNECTIONS must be at least 1, not 0");
  }
}
