package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import java.util.List;
import java.util.stream.Collectors;

/// A service whose locations begin with a bucket, and whose endpoint and keys are in the
/// environment.
///
/// @param service OpenDAL's name of it
/// @param title what people call it
record BucketService(String service, String title, List<Setting> settings) {
  /// An option of the service, and the variables that it may come from.
  record Setting(String option, boolean required, List<String> variables) {
    static Setting required(String option, String... variables) {
      return new Setting(option, true, List.of(variables));
    }

    static Setting optional(String option, String... variables) {
      return new Setting(option, false, List.of(variables));
    }
  }

  static final BucketService OSS =
      new BucketService(
          "oss",
          "Alibaba Cloud OSS",
          List.of(
              Setting.required("endpoint", "OSS_ENDPOINT"),
              Setting.required("access_key_id", "OSS_ACCESS_KEY_ID", "ALIBABA_CLOUD_ACCESS_KEY_ID"),
              Setting.required(
                  "access_key_secret", "OSS_ACCESS_KEY_SECRET", "ALIBABA_CLOUD_ACCESS_KEY_SECRET"),
              Setting.optional(
                  "security_token", "OSS_SECURITY_TOKEN", "ALIBABA_CLOUD_SECURITY_TOKEN")));

  static final BucketService COS =
      new BucketService(
          "cos",
          "Tencent Cloud COS",
          List.of(
              Setting.required("endpoint", "COS_ENDPOINT"),
              Setting.required("secret_id", "COS_SECRET_ID", "TENCENTCLOUD_SECRET_ID"),
              Setting.required("secret_key", "COS_SECRET_KEY", "TENCENTCLOUD_SECRET_KEY")));

  static final BucketService OBS =
      new BucketService(
          "obs",
          "Huawei Cloud OBS",
          List.of(
              Setting.required("endpoint", "OBS_ENDPOINT"),
              Setting.required("access_key_id", "OBS_ACCESS_KEY_ID", "HUAWEICLOUD_SDK_AK"),
              Setting.required(
                  "secret_access_key", "OBS_SECRET_ACCESS_KEY", "HUAWEICLOUD_SDK_SK")));

  BucketService {
    settings = List.copyOf(settings);
  }

  Target target(Location at, String bucket, Environment environment) {
    Options options = new Options().put("bucket", bucket).put("root", "/");
    for (Setting setting : settings) {
      environment
          .first(setting.variables().toArray(String[]::new))
          .ifPresentOrElse(value -> options.put(setting.option(), value), () -> miss(setting, at));
    }
    return new Target(
        service,
        options.all(),
        bucket,
        "bucket %s of %s at %s".formatted(bucket, title, options.all().get("endpoint")),
        "check what " + variables() + " permit",
        "create the bucket");
  }

  private void miss(Setting setting, Location at) {
    if (setting.required()) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot use %s: %s needs %s; set %s"
              .formatted(at, title, setting.option(), String.join(" or ", setting.variables())));
    }
  }

  private String variables() {
    return settings.stream()
        .filter(setting -> setting.required() && !setting.option().equals("endpoint"))
        .map(setting -> setting.variables().getFirst())
        .collect(Collectors.joining(" and "));
  }
}
