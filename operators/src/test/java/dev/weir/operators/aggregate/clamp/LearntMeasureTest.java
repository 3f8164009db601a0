package dev.weir.operators.aggregate.clamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.sample.ReleasedCell;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.SampledError;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Measures sums on a grid of 0.5 with a first clamp of 4. The noise of a record is Laplace of scale 10, and 19 records may be above. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LearntMeasureTest {

    private static final AdditiveNoise NOISE = new DiscreteLaplace(new Ratio(BigInteger.TEN, BigInteger.ONE));

    private static final LearntTotal SUM = new LearntTotal(
            "t",
            BigDecimal.ONE,
            new LearntClamp(LearntClamp.USUAL_SHARE, new BigDecimal("0.5"), 3, false),
            LearntTotal.Kind.SUM);

    private static List<Sample.Read> records(int count, String value) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Sample.Read(i, new BigDecimal[] {new BigDecimal(value)}))
                .toList();
    }

    /** Returns the error of a cell that has all records. */
    private static SampledError error(List<Sample.Read> some, List<Sample.Read> more) {
        Sample sample = new Sample(Stream.concat(some.stream(), more.stream()).toList());
        long[] totals = new long[SUM.coordinates()];
        long[] words = new long[1];
        for (Sample.Read record : sample.records()) {
            SUM.encode(record.values(), 0, words, 0);
            new ValueBins(false).add(words[0], totals, 0);
        }
        long[] measured = new long[SUM.measured()];
        SUM.measure(totals, 0, measured, 0);
        ReleasedCell cell = new ReleasedCell(
                SUM.expectations().get(0),
                SUM.estimate(measured, new double[2], 0, null).get(0).fields(),
                totals,
                NOISE);
        LearntMeasure measure = (LearntMeasure) SUM.measures().get(0);
        return measure.error(measure.truth(sample), cell);
    }

    /** Three quarters of the price pay for noise, in a total that a record moves by the clamp; the drawn clamp makes it 4/3 as large. */
    private static double noise(double clamp) {
        return Math.sqrt(2) * 10 * clamp / 0.75 * 4 / 3;
    }

    @Test
    void fewer_records_than_may_be_above_the_clamp_get_the_first_clamp() {
        SampledError error = error(records(19, "3"), List.of());
        assertThat(error.loss()).isZero();
        assertThat(error.noise()).isCloseTo(noise(4), within(0.01));
        assertThat(error.size()).isEqualTo(57);
    }

    @Test
    void the_clamp_leaves_as_many_records_above_as_the_noise_is_large() {
        SampledError cut = error(records(100, "20"), records(19, "100"));
        assertThat(cut.loss()).isCloseTo(19 * (100 - 32), within(1e-9));
        assertThat(cut.noise()).isCloseTo(noise(32), within(0.01));
        SampledError whole = error(records(100, "20"), records(20, "100"));
        assertThat(whole.loss()).isZero();
        assertThat(whole.noise()).isCloseTo(noise(128), within(0.01));
    }

    /** 16.1 is 32 steps. */
    @Test
    void sizes_are_counted_in_grid_steps_as_in_the_job() {
        assertThat(error(records(100, "16.1"), List.of()).noise()).isCloseTo(noise(16), within(0.01));
    }
}
