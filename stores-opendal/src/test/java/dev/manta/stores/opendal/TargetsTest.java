package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.StorageProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static Target target(String location, String... variables) {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    return Targets.of(Location.parse(location), new Environment(environment));
  }

  @Test
  void theProviderIsFound() {
    assertThat(ServiceLoader.load(StorageProvider.class))
        .anyMatch(provider -> provider.serves("az") && !provider.serves("s3"));
  }

  @Test
  void anAccountIsAtItsUsualAddress() {
    Target target = target("az://acme/data/runs/a", "AZURE_STORAGE_KEY", "a2V5");
    assertThat(target.options())
        .containsEntry("endpoint", "https://acme.blob.core.windows.net")
        .containsEntry("container", "data")
        .containsEntry("account_key", "a2V5");
    assertThat(target.key(Location.parse("az://acme/data/runs/a"))).isEqualTo("runs/a");
    assertThat(target.toString()).doesNotContain("a2V5");
  }

  @Test
  void containersOfOneAccountAreStoragesOfTheirOwn() {
    OpenDalProvider provider = new OpenDalProvider(Map.of());
    assertThat(provider.scope(Location.parse("az://acme/one/x"))).isEqualTo("acme/one");
    assertThat(provider.scope(Location.parse("az://acme/two/x"))).isEqualTo("acme/two");
    assertThat(provider.scope(Location.parse("oss://bucket/x"))).isEqualTo("bucket");
  }

  @Test
  void hadoopsWayNamesTheCloudToo() {
    Target target =
        target("abfss://data@acme.dfs.core.chinacloudapi.cn/x", "AZURE_STORAGE_KEY", "a2V5");
    assertThat(target.options())
        .containsEntry("endpoint", "https://acme.blob.core.chinacloudapi.cn")
        .containsEntry("container", "data");
    assertThat(target.key(Location.parse("abfss://data@acme.dfs.core.chinacloudapi.cn/x")))
        .isEqualTo("x");
  }

  @Test
  void aConnectionStringSaysWhereAndWho() {
    Target target =
        target(
            "az://acme/data",
            "AZURE_STORAGE_CONNECTION_STRING",
            "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=a2V5PQ==;"
                + "EndpointSuffix=core.usgovcloudapi.net");
    assertThat(target.options())
        .containsEntry("endpoint", "https://acme.blob.core.usgovcloudapi.net")
        .containsEntry("account_key", "a2V5PQ==");
  }

  @Test
  void nothingIsMixedIntoAConnectionString() {
    Target target =
        target(
            "az://acme/data",
            "AZURE_STORAGE_CONNECTION_STRING",
            "AccountName=acme;AccountKey=a2V5",
            "AZURE_STORAGE_SAS_TOKEN",
            "sv=1",
            "AZURE_STORAGE_KEY",
            "b3RoZXI=");
    assertThat(target.options())
        .containsEntry("account_key", "a2V5")
        .doesNotContainKey("sas_token");
    assertThat(target.access()).contains("AZURE_STORAGE_CONNECTION_STRING");
  }

  @Test
  void theEmulatorIsKnownByItsShortConnectionString() {
    Target target =
        target(
            "az://devstoreaccount1/data",
            "AZURE_STORAGE_CONNECTION_STRING",
            "UseDevelopmentStorage=true");
    assertThat(target.options())
        .containsEntry("endpoint", "http://127.0.0.1:10000/devstoreaccount1");
  }

  @Test
  void anApplicationNeedsNoKey() {
    Target target =
        target(
            "az://acme/data",
            "AZURE_CLIENT_ID",
            "a",
            "AZURE_TENANT_ID",
            "b",
            "AZURE_CLIENT_SECRET",
            "c");
    assertThat(target.options()).doesNotContainKeys("account_key", "sas_token");
  }

  @Test
  void missingCredentialsAreNamedBeforeAnythingIsAsked() {
    assertThatThrownBy(() -> target("az://acme/data/runs", "AZURE_STORAGE_KEY", " "))
        .isInstanceOf(MantaException.class)
        .hasMessage(
            "cannot use container data of account acme: no credentials; set AZURE_STORAGE_KEY,"
                + " AZURE_STORAGE_SAS_TOKEN, AZURE_STORAGE_CONNECTION_STRING, or AZURE_CLIENT_ID"
                + " with AZURE_TENANT_ID and AZURE_CLIENT_SECRET");
  }

  @Test
  void credentialsOfAnotherAccountAreNotSent() {
    assertThatThrownBy(
            () ->
                target(
                    "az://data/runs", "AZURE_STORAGE_ACCOUNT", "acme", "AZURE_STORAGE_KEY", "a2V5"))
        .hasMessage(
            "cannot use container runs of account data: the environment has credentials of account"
                + " acme; set those of data, or write az://acme/CONTAINER/PATH");
  }

  @Test
  void aLocationWithoutAContainerSaysHowToWriteIt() {
    assertThatThrownBy(() -> target("az://acme"))
        .hasMessage(
            "az://acme names no account and container of Azure; write"
                + " az://ACCOUNT/CONTAINER/PATH");
    assertThatThrownBy(() -> target("abfss://data/x"))
        .hasMessageEndingWith("write abfss://CONTAINER@ACCOUNT.dfs.core.windows.net/PATH");
  }

  @Test
  void aKeyThatIsNoneIsNotShown() {
    Target target = target("az://acme/data", "AZURE_STORAGE_KEY", "SECRET!");
    assertThatThrownBy(() -> OpenDalStorage.open(target))
        .hasMessageContaining("account_key")
        .hasMessageNotContaining("SECRET");
  }

  @Test
  void bucketsOfOtherCloudsTakeTheirKeysFromTheEnvironment() {
    Target oss =
        target(
            "oss://bucket/runs",
            "OSS_ENDPOINT",
            "https://oss-eu-central-1.aliyuncs.com",
            "ALIBABA_CLOUD_ACCESS_KEY_ID",
            "id",
            "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
            "secret");
    assertThat(oss.options())
        .containsEntry("bucket", "bucket")
        .containsEntry("access_key_id", "id")
        .containsEntry("access_key_secret", "secret");
    assertThatThrownBy(() -> target("cosn://bucket/runs", "COS_ENDPOINT", "https://x"))
        .hasMessage(
            "cannot use cosn://bucket/runs: Tencent Cloud COS needs secret_id; set COS_SECRET_ID or"
                + " TENCENTCLOUD_SECRET_ID");
  }

  @Test
  void webHdfsIsAskedAtTheHostThatTheLocationNames() {
    Target target = target("webhdfs://namenode:9870/data", "HADOOP_USER_NAME", "ada");
    assertThat(target.options())
        .containsEntry("endpoint", "http://namenode:9870")
        .containsEntry("user_name", "ada");
  }

  @Test
  void noCopyOfTheNativeLibraryIsLeftInTheTempDirectory() {
    OpenDalStorage.open(target("http://127.0.0.1:1"));
    assertThat(NativeCode.loadedFrom()).isNotEmpty();
    assertThat(NativeCode.loadedFrom()).allMatch(path -> path.toString().endsWith(" (deleted)"));
  }

  @Test
  void aStoreWithoutPutIfAbsentRefusesIt() {
    Location at = Location.parse("webhdfs://127.0.0.1:1/runs/record");
    assertThatThrownBy(
            () -> OpenDalStorage.open(target(at.toString())).putIfAbsent(at, new byte[1]))
        .hasMessage(
            "cannot write webhdfs://127.0.0.1:1/runs/record: WebHDFS at http://127.0.0.1:1 has no"
                + " put-if-absent, which the logs of runs need; choose another storage");
  }
}
