package dev.manta.stores.internal.credentials;

import java.time.Duration;

/// How long those that hand out credentials may take.
///
/// @param service a call to a service
/// @param machine a call to the machine's service: nobody answers at its address where there is
///   none
/// @param program a program that a profile names: it may ask somebody for a code
record ServiceLimits(Duration service, Duration machine, Duration program) {
  static final ServiceLimits DEFAULT =
      new ServiceLimits(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(60));
}
