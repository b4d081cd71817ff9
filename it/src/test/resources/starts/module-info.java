module stranger {
  requires dev.manta.core;
  requires jdk.unsupported;

  opens stranger to
      dev.manta.core;
}
