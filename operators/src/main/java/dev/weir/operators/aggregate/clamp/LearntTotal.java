package dev.weir.operators.aggregate.clamp;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Sampler;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.move.BlockMove;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sum or a mean of clamped values. The clamp is a power of two that is drawn when the window closes, so nobody has to know the size of
 * values beforehand.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Two mechanisms share the price p of a record. First
 * the exponent i is drawn with {@code share} of the price ({@link dev.weir.accountant.mechanism.Selection}), by scores for which a record
 * has the span 1 ({@link ClampDraw}). Then, whatever i was drawn, a record moves the sum clamped to 2<sup>i</sup> by at most 2<sup>i</sup>,
 * or the two coordinates of a {@link Mean} by 2<sup>i</sup> in l1 (2<sup>i+1</sup> if values may be negative), and the rest of the price
 * pays for noise of that size. Therefore m records lose at most m p, or m&sup2; p under Gaussian noise, whatever their values and whatever
 * i is: the two mechanisms compose adaptively. Charge: every record counts as size 1 of {@link dev.weir.accountant.mechanism.BlockGrowth}.
 * The scores also depend on the choice of the previous window, which has been released. Source: derived here. A total of a cell that would
 * exceed the largest long stays at the largest long ({@link ValueBins}).
 *
 * <p><b>Error.</b> The released sum is a sum of clamped values. Its bias is about the contribution of kappa records at the clamp. A larger
 * clamp is likelier only if more than 3 / t further records fit under it for each doubling ({@link ClampDraw}), so with few records the
 * clamp stays near its start. Each key has its own clamp.
 *
 * <p>State: 656 bytes for each key and open window, 1 312 if values may be negative, and 8 for each key.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param clamp how the clamp is learnt
 * @param kind whether the sum or the mean is released
 */
public record LearntTotal(String name, BigDecimal weight, LearntClamp clamp, Kind kind) implements Block {

    private static final int LEARNT_TOTAL = 14;

    /** The statistic that is released. */
    public enum Kind {
        /** The sum of clamped values. */
        SUM(1),
        /** The mean of clamped values, with count and sum. */
        MEAN(2);

        /** The number of the kind in fingerprints. */
        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** @throws IllegalArgumentException if the weight is not above 0 */
    public LearntTotal {
        Block.requirePositive(weight);
    }

    private ValueBins bins() {
        return new ValueBins(clamp.isSigned());
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, LEARNT_TOTAL)
                .put(2, name)
                .put(3, weight)
                .put(4, clamp.identity())
                .put(5, kind.number);
    }

    @Override
    public LearntTotal weighing(BigDecimal other) {
        return new LearntTotal(name, other, clamp, kind);
    }

    @Override
    public List<BigDecimal> grids() {
        return List.of(clamp.grid());
    }

    @Override
    public void encode(BigDecimal[] values, int from, long[] words, int at) {
        words[at] = bins().clamped(Sum.toSteps(values[from], clamp.grid()));
    }

    @Override
    public void encode(long value, long[] words, int at) {
        words[at] = bins().clamped(Sum.toSteps(value, clamp.grid()));
    }

    @Override
    public int coordinates() {
        return bins().coordinates();
    }

    @Override
    public void vector(long[] words, int from, long[] vector) {
        Arrays.fill(vector, 0);
        bins().add(words[from], vector, 0);
    }

    @Override
    public BlockMove move(Norm norm) {
        return new ClampMove(bins());
    }

    @Override
    public Optional<OneStepOnly> oneStepOnly() {
        return Optional.of(new OneStepOnly(
                "clamp",
                "must be given where totals run or windows slide: a learnt one changes from pane to pane",
                OneStepOnly.DEPENDS_ON_OTHERS));
    }

    @Override
    public Optional<String> refusedWithLevels() {
        return Optional.of("clamp must be given where the key has levels: learnt clamps of rows do not add up");
    }

    /** The size of every record, whatever its value. */
    @Override
    public BigInteger fullSize(Norm norm) {
        return BigInteger.ONE;
    }

    /** How many numbers are released: the bit length i + 1 of the clamp, then the noisy sum or the two noisy coordinates of the mean. */
    @Override
    public int measured() {
        return kind == Kind.SUM ? 2 : 3;
    }

    @Override
    public boolean saturates() {
        return true;
    }

    @Override
    public boolean remembersFirst() {
        return true;
    }

    /** The binary logarithm of the ratio between the width of a value's range and the clamp. */
    private int doublings() {
        return clamp.doublings(kind == Kind.MEAN);
    }

    private AdditiveNoise noise(AdditiveNoise noise, int exponent) {
        return ClampDraw.rest(clamp, noise, BigInteger.ONE.shiftLeft(exponent + doublings()));
    }

    /** Refuses noise that is out of range for every clamp. */
    @Override
    public void requireInRange(AdditiveNoise noise) {
        ClampDraw.count(clamp, noise, doublings());
    }

    /**
     * Prepares the samplers of all clamps in advance, because the time to build a sampler after its clamp is drawn could reveal the clamp.
     */
    @Override
    public PreparedMechanism prepare(AdditiveNoise noise) {
        Sampler[] samplers = IntStream.range(0, ClampDraw.count(clamp, noise, doublings()))
                .mapToObj(exponent -> noise(noise, exponent).sampler())
                .toArray(Sampler[]::new);
        ClampDraw draw = ClampDraw.of(clamp, noise);
        return (totals, at, released, to, randomness) -> {
            long[] tails = bins().tails(totals, at);
            long[] above = Arrays.copyOfRange(tails, 1, tails.length);
            int before = released[to] == 0 ? clamp.start() : (int) released[to] - 1;
            int exponent = draw.from(above, samplers.length, before, randomness);
            long[] exact = clamped(totals, at, exponent);
            Sampler sampler = samplers[exponent];
            released[to] = exact[0];
            for (int i = 1; i < exact.length; i++) {
                released[to + i] = sampler.addTo(exact[i], randomness);
            }
        };
    }

    /** Returns the bit length of a clamp and the clamped totals of a cell, without noise. */
    private long[] clamped(long[] totals, int at, int exponent) {
        BigInteger sum = bins().sum(totals, at, exponent);
        if (kind == Kind.SUM) {
            return new long[] {exponent + 1L, ValueBins.saturated(sum)};
        }
        BigInteger largest = BigInteger.valueOf(bins().tails(totals, at)[0]).shiftLeft(exponent);
        BigInteger above = clamp.isSigned() ? sum.add(largest) : sum;
        BigInteger below = largest.shiftLeft(doublings()).subtract(above);
        return new long[] {exponent + 1L, ValueBins.saturated(above), ValueBins.saturated(below)};
    }

    /** The largest exponent. It is one less if the range of values is twice as wide as the clamp. */
    private int largest() {
        return LearntClamp.LARGEST - doublings();
    }

    /** Computes the exact numbers with the smallest clamp that changes no value, or with the largest clamp if each changes a value. */
    @Override
    public void measure(long[] totals, int at, long[] measured, int to) {
        System.arraycopy(clamped(totals, at, bins().uncut(totals, at, largest())), 0, measured, to, measured());
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        int exponent = (int) Math.max(0, Math.min(largest(), measured[at] - 1));
        AdditiveNoise drawn =
                noise == null ? null : noise(noise, Math.min(exponent, ClampDraw.count(clamp, noise, doublings()) - 1));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(
                kind == Kind.SUM ? sum(measured[at + 1], drawn) : mean(measured, at + 1, exponent, drawn));
        fields.put("clamp", inValueUnits(1L << exponent));
        return List.of(new Estimate(name, fields));
    }

    private Map<String, @Nullable Object> sum(long steps, @Nullable AdditiveNoise drawn) {
        double deviation = drawn == null ? 0 : drawn.stddev() * clamp.grid().doubleValue();
        return Estimate.number(inValueUnits(steps), Estimate.printed(deviation));
    }

    private BigDecimal inValueUnits(long steps) {
        return Estimate.quotient(BigInteger.valueOf(steps), BigInteger.ONE, clamp.grid());
    }

    private Map<String, @Nullable Object> mean(long[] measured, int at, int exponent, @Nullable AdditiveNoise drawn) {
        double deviation = drawn == null ? 0 : drawn.stddev();
        long[] coordinates = {measured[at], measured[at + 1]};
        double[] deviations = {deviation, deviation};
        return at(exponent).estimate(coordinates, deviations, 0, drawn).get(0).fields();
    }

    /** Returns the aggregate for the mean of values with a known clamp. */
    private Mean at(int exponent) {
        long high = 1L << exponent;
        return new Mean(name, weight, clamp.grid(), new Sum.Range(clamp.isSigned() ? -high : 0, high));
    }

    /** The accuracy at the clamp that learning starts from, or at the largest clamp whose noise is in range if that is smaller. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        int count = ClampDraw.count(clamp, noise, doublings());
        int exponent = ClampDraw.first(clamp, noise, doublings());
        AdditiveNoise drawn = noise(noise, exponent);
        double step = clamp.grid().doubleValue();
        Map<String, Object> more = new LinkedHashMap<>(Map.of("mechanism", mechanism(noise)));
        more.put("coordinates", coordinates());
        more.put("clamp", inValueUnits(1L << exponent).doubleValue());
        more.put("largest-clamp", inValueUnits(1L << (count - 1)).doubleValue());
        more.put("records-above", ClampDraw.of(clamp, noise).kappa());
        BigDecimal largest = inValueUnits(1L << (exponent + doublings()));
        return List.of(new Accuracy(
                name, largest, drawn.scale() * step, drawn.stddev() * step, drawn.error(0.95) * step, more));
    }

    @Override
    public String mechanism(AdditiveNoise noise) {
        return ClampDraw.selection(clamp, noise).label() + ", then " + noise.label();
    }

    @Override
    public List<Expectation> expectations() {
        List<Expectation.Fact> facts = clamp.facts(kind == Kind.MEAN);
        return List.of(new Expectation(name, facts, (expected, noise) -> List.of(error(expected, noise))));
    }

    /**
     * Returns the error if the clamp is the expected one, rounded up to a power of two of grid steps, or the largest clamp in range if that
     * is smaller.
     */
    private ExpectedError error(Expectation.Given expected, AdditiveNoise noise) {
        int most = ClampDraw.count(clamp, noise, doublings()) - 1;
        int exponent = Math.min(most, clamp.exponentOf(expected.of(Expectation.CLAMP)));
        AdditiveNoise drawn = noise(noise, exponent);
        return kind == Kind.MEAN
                ? at(exponent).error(drawn, expected.of(Expectation.RECORDS), expected.of(Expectation.SIZE))
                : new ExpectedError.Deviation(
                        "", drawn.stddev() * clamp.grid().doubleValue(), expected.of(Expectation.SIZE));
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new LearntMeasure(clamp, kind == Kind.MEAN));
    }
}
