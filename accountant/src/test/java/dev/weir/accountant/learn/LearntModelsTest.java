package dev.weir.accountant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.learn.Loss.Logistic;
import dev.weir.accountant.learn.Loss.Squares;
import dev.weir.accountant.learn.OutputPerturbation.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Models with noise that is written down must be those of the reference, to 1e-9. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LearntModelsTest {

    private static final double CLOSE = 1e-9;

    static Stream<LearntVector> prefixes() {
        return LearntVector.ofMethod("ftrl");
    }

    static Stream<LearntVector> minimisers() {
        return LearntVector.ofMethod("output-perturbation");
    }

    static Stream<LearntVector> descents() {
        return LearntVector.ofMethod("noisy-gradient");
    }

    static Stream<Golden.Row> records() {
        return Golden.read("/golden/learning/shortened_records.csv");
    }

    private static void assertClose(double[] actual, double[] expected) {
        assertThat(actual).containsExactly(expected, within(CLOSE));
    }

    /** The noise of a total is that of the encoder's steps, mixed by the coefficients that {@link Blt} derives. */
    @ParameterizedTest
    @MethodSource("prefixes")
    void models_along_noisy_totals_are_those_of_the_reference(LearntVector row) {
        Blt blt = Blt.of(row.vectors("eta").get(0), row.vectors("omega").get(0));
        PrefixDescent descent = new PrefixDescent(new Logistic(), row.clip(), row.number("rate"), row.number("radius"));
        List<double[]> noise = row.vectors("noise");
        long[] totals = new long[noise.get(0).length];
        double[] model = descent.init(totals.length);
        for (int t = 0; t < noise.size(); t++) {
            long[] sums = new long[totals.length];
            for (Example example : row.examples().get(t)) {
                descent.add(model, example, sums);
            }
            double[] prefix = prefix(blt, noise, t);
            assertClose(prefix, row.vectors("prefix_noise").get(t));
            model = descent.next(sums, (i, exact) -> (totals[i] += exact) + LearntVector.steps(prefix[i]));
            double[] gradients = Arrays.stream(totals)
                    .mapToDouble(g -> g * LearntVector.GRID)
                    .toArray();
            assertClose(gradients, row.vectors("gradient_prefix").get(t));
            assertClose(model, row.vectors("models").get(t));
        }
        assertThat(noise).hasSizeGreaterThan(5);
    }

    private static double[] prefix(Blt blt, List<double[]> noise, int t) {
        double[] sum = new double[noise.get(0).length];
        for (int s = 0; s <= t; s++) {
            sum = Vectors.moved(sum, blt.noiseCoefficient(t - s), noise.get(s));
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("minimisers")
    void minimisers_and_their_releases_are_those_of_the_reference(LearntVector row) {
        Bounds bounds = new Bounds(1.5, 1, row.number("strong_convexity"), 1e-9);
        OutputPerturbation perturbation = new OutputPerturbation(new Logistic(), bounds, LearntVector.GRID);
        double[] noise = row.vectors("noise").get(0);
        double[] minimiser = perturbation.minimiser(row.examples().get(0), noise.length);
        assertClose(minimiser, row.vectors("models").get(0));
        assertClose(
                perturbation.release(minimiser, (i, exact) -> exact + LearntVector.steps(noise[i])),
                row.vectors("models").get(1));
    }

    @ParameterizedTest
    @MethodSource("descents")
    void models_along_noisy_gradients_are_those_of_the_reference(LearntVector row) {
        List<Example> examples = row.examples().get(0);
        NoisyDescent descent = new NoisyDescent(
                new Squares(),
                row.clip(),
                new NoisyDescent.Step(row.number("rate"), examples.size()),
                row.number("radius"));
        List<double[]> noise = row.vectors("noise");
        int dimension = noise.get(0).length;
        AtomicInteger asked = new AtomicInteger();
        NoisyDescent.Path path = descent.run(
                examples,
                dimension,
                noise.size(),
                (i, exact) -> exact + LearntVector.steps(noise.get(asked.getAndIncrement() / dimension)[i]));
        assertClose(path.last(), row.vectors("models").get(0));
        assertClose(path.average(), row.vectors("average").get(0));
        assertThat(asked.get()).isEqualTo(dimension * noise.size());
    }

    @ParameterizedTest
    @MethodSource("records")
    void shortened_records_are_those_of_the_reference(Golden.Row row) {
        NormClip clip = new NormClip((long) row.number("bound"), 1);
        String[] records = row.text("records").split("[|]", -1);
        String[] clipped = row.text("clipped").split("[|]", -1);
        assertThat(records).hasSameSizeAs(clipped);
        for (int i = 0; i < records.length; i++) {
            assertThat(clip.shorten(wholes(records[i]))).isEqualTo(wholes(clipped[i]));
        }
    }

    private static long[] wholes(String text) {
        return Arrays.stream(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    }
}
