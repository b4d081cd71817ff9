package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramFramesTest {
  @ParameterizedTest
  @CsvSource({
    "com.acme.Train, true",
    "dev.mantaray.Train, true",
    "dev.manta.examples.guide.Line, true",
    "dev.manta.Trainer, false",
    "dev.manta.collective.Collective, false",
    "dev.manta.xgboost.internal.matrix.AgreedBins, false",
    "java.util.stream.ReferencePipeline, false",
    "jdk.internal.reflect.DirectMethodHandleAccessor, false"
  })
  void aClassIsTheProgramsWhereItIsNeitherMantasNorTheJdks(String type, boolean isPrograms) {
    assertThat(ProgramFrames.isPrograms(type)).isEqualTo(isPrograms);
  }
}
