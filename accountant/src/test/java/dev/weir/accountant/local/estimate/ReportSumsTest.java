package dev.weir.accountant.local.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.local.HadamardResponse;
import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.LocalLaplace;
import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.UnaryResponse;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.InvalidParameter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportSumsTest {

    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final Range RANGE = new Range(-40, 60);

    static Stream<LocalMechanism> mechanisms() {
        return Stream.of(
                SubsetResponse.of(5, ONE),
                SubsetResponse.of(50, new BigDecimal("4")),
                UnaryResponse.symmetric(9, ONE),
                HadamardResponse.of(11, ONE),
                IntervalResponse.of(RANGE, ONE),
                LocalLaplace.of(RANGE, ONE));
    }

    /** Reports are dealt to three parts, two of which pass through their words and are added in another order. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void parts_add_up_to_the_whole_by_their_words(LocalMechanism mechanism) {
        SeededRandomness randomness = new SeededRandomness(5);
        ReportSums whole = ReportSums.of(mechanism);
        ReportSums[] parts = {ReportSums.of(mechanism), ReportSums.of(mechanism), ReportSums.of(mechanism)};
        for (int i = 0; i < 300; i++) {
            byte[] report = mechanism.report(i % 5, randomness);
            assertThat(mechanism.isReport(report)).isTrue();
            assertThat(whole.add(report)).isTrue();
            parts[i % 3].add(report);
        }
        parts[2].addWords(parts[0].words());
        parts[2].addWords(parts[1].words());
        assertThat(parts[2].words()).isEqualTo(whole.words()).hasSize(ReportSums.width(mechanism));
        assertThat(parts[2].reports()).isEqualTo(300).isEqualTo(whole.words()[0]);
    }

    /** The sum of 2^40 outputs of Long.MIN_VALUE has 104 bits, that of their squares 167. */
    @Test
    void words_hold_the_largest_sums() {
        LocalLaplace mechanism = LocalLaplace.of(RANGE, ONE);
        byte[] far = ByteBuffer.allocate(8).putLong(Long.MIN_VALUE).array();
        ReportSums sums = ReportSums.of(mechanism);
        sums.add(far);
        for (int doubling = 0; doubling < 40; doubling++) {
            sums.addWords(sums.words());
        }
        assertThat(sums.words()).containsExactly(1L << 40, -(1L << 39), 0, 1L << 38, 0, 0);
        assertThat(((NumberSupport) sums).mean().orElseThrow().value()).isEqualTo(Long.MIN_VALUE);
        assertThat(((NumberSupport) sums).mean().orElseThrow().stddev()).isZero();
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void bytes_that_are_no_output_change_nothing(LocalMechanism mechanism) {
        ReportSums sums = ReportSums.of(mechanism);
        for (byte[] bytes : new byte[][] {{}, new byte[40], {-1, -1, -1}}) {
            assertThat(mechanism.isReport(bytes)).isFalse();
            assertThat(sums.add(bytes)).isFalse();
        }
        assertThat(sums.words()).containsOnly(0);
        assertThatThrownBy(() -> sums.addWords(new long[3])).isInstanceOf(InvalidParameter.class);
    }

    /** A job sends mechanisms to the machines that count. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void mechanisms_can_be_sent(LocalMechanism mechanism) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(mechanism);
        }
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        LocalMechanism sent = (LocalMechanism) in.readObject();
        assertThat(sent.description()).isEqualTo(mechanism.description());
        assertThat(sent.report(3, new SeededRandomness(8))).isEqualTo(mechanism.report(3, new SeededRandomness(8)));
    }
}
