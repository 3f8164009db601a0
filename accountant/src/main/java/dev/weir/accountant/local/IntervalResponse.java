package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * Interval response: the value is rounded at random to one of m + 1 equidistant levels j, and the report is a number y
 * from 0 to m + W - 1, each of j .. j + W - 1 being H / U times as likely as any other.
 *
 * <p><b>Guarantee.</b> Every level has W heavy and m light outputs, so each output has probability H or U over WH + mU,
 * and rounding mixes levels by probabilities that no longer depend on the output: ln(H / U)-DP. Source: derived here. m =
 * W = 1 is the one-bit mechanism (Duchi, Jordan and Wainwright (2018)), and large m with W / m = e<sup>-&epsilon;/2</sup>
 * comes close to the piecewise mechanism (Wang and others (2019)).
 *
 * <p><b>Error.</b> Unbiased: rounding is, and E[y] = a + s j with s = (H - U) W / (WH + mU) and a = E[y | j = 0]. Let u be
 * the variance of y given j and f the probability of the upper of two neighbouring levels; the variance of y is then
 * (1 - f) u<sub>j</sub> + f u<sub>j+1</sub> + f (1 - f) s&sup2;, and that of the level's estimate is this over s&sup2;.
 *
 * @param range the values that are told apart
 * @param levels m, from 1 to 2<sup>20</sup>
 * @param width W, from 1 to 2<sup>20</sup>
 * @param odds H and U; WH + mU is below 2<sup>62</sup>
 */
public record IntervalResponse(Range range, int levels, int width, Odds odds) implements NumberResponse {

    /** The largest number of levels and the largest width. */
    public static final int MOST_LEVELS = 1 << 20;

    private static final int SEARCHED_LEVELS = 64;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public IntervalResponse {
        Require.between("levels", levels, 1, MOST_LEVELS);
        Require.between("width", width, 1, MOST_LEVELS);
        double total = (double) width * odds.heavy() + (double) levels * odds.light();
        Require.that(total < 0x1p62, "odds", "such that all weights add up to less than 2^62", odds);
    }

    /**
     * The response with the smallest largest variance among those of up to 64 levels.
     *
     * @param range the values that are told apart
     * @param epsilon &epsilon; in nats, from 1e-9 to 16
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is out of range
     */
    public static IntervalResponse of(Range range, BigDecimal epsilon) {
        Odds odds = Odds.of(epsilon);
        double narrowing = StrictMath.exp(-epsilon.doubleValue() / 2);
        IntervalResponse best = new IntervalResponse(range, 1, 1, odds);
        for (int levels = 1; levels <= SEARCHED_LEVELS; levels++) {
            best = best.orBetter(levels, (int) (levels * narrowing));
        }
        return best;
    }

    private IntervalResponse orBetter(int otherLevels, int middle) {
        IntervalResponse best = this;
        for (int other = Math.max(1, middle - 1); other <= middle + 2; other++) {
            IntervalResponse next = new IntervalResponse(range, otherLevels, other, odds);
            best = next.worstVariance() < best.worstVariance() ? next : best;
        }
        return best;
    }

    private long heavyWeight() {
        return width * odds.heavy();
    }

    private long lightWeight() {
        return levels * odds.light();
    }

    @Override
    public byte[] report(long value, Randomness randomness) {
        return report(value, new UniformBits(randomness));
    }

    byte[] report(long value, Uniform uniform) {
        int output = output(level(value, uniform), uniform);
        return PackedBits.pack(new int[] {output}, PackedBits.width(outputs()));
    }

    /** The two nearest levels are drawn with probabilities whose mean level is exact. */
    private int level(long value, Uniform uniform) {
        long scaled = (range.clamp(value) - range.low()) * levels;
        int below = (int) (scaled / range.width());
        return uniform.below(range.width()) < scaled % range.width() ? below + 1 : below;
    }

    private int output(int level, Uniform uniform) {
        long drawn = uniform.below(heavyWeight() + lightWeight());
        if (drawn < heavyWeight()) {
            return level + (int) (drawn / odds.heavy());
        }
        int light = (int) ((drawn - heavyWeight()) / odds.light());
        return light < level ? light : light + width;
    }

    private int outputs() {
        return levels + width;
    }

    @Override
    public OptionalLong output(byte[] report) {
        int width = PackedBits.width(outputs());
        if (!PackedBits.isPacked(report, 1, width)) {
            return OptionalLong.empty();
        }
        int output = PackedBits.number(report, 0, width);
        return output < outputs() ? OptionalLong.of(output) : OptionalLong.empty();
    }

    /** The growth s of the mean output from one level to the next. */
    public double slope() {
        return (double) width * (odds.heavy() - odds.light()) / (heavyWeight() + lightWeight());
    }

    /** The mean output a of the lowest level. */
    public double offset() {
        double heavy = (double) width * (width - 1) / 2;
        double all = (double) outputs() * (outputs() - 1) / 2;
        return (odds.heavy() * heavy + odds.light() * (all - heavy)) / (heavyWeight() + lightWeight());
    }

    @Override
    public double value(double meanOutput) {
        return range.low() + (meanOutput - offset()) * stepsPerOutput();
    }

    @Override
    public double stepsPerOutput() {
        return range.width() / (levels * slope());
    }

    /** The variance of y given a level: that of three runs of equally likely numbers around one mean. */
    private double outputVariance(int level) {
        double mean = offset() + slope() * level;
        double light = squares(0, level, mean) + squares(level + width, levels - level, mean);
        return (odds.heavy() * squares(level, width, mean) + odds.light() * light) / (heavyWeight() + lightWeight());
    }

    /** The sum of (y - mean)&sup2; over {@code count} numbers from {@code first} on. */
    private static double squares(int first, int count, double mean) {
        double distance = first + (count - 1) / 2.0 - mean;
        return count * (distance * distance + ((double) count * count - 1) / 12);
    }

    /**
     * The variance of the estimate of one value, as a part of the squared width of the range.
     *
     * @param place where the value is in the range, from 0 (the lowest) to 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code place} is out of range
     */
    public double variance(double place) {
        Require.holds(place >= 0 && place <= 1, "place", "between 0 and 1", place);
        int below = (int) Math.min(levels - 1.0, place * levels);
        return relative(mixed(below, place * levels - below));
    }

    private double mixed(int below, double upper) {
        double slope = slope();
        return (1 - upper) * outputVariance(below)
                + upper * outputVariance(below + 1)
                + upper * (1 - upper) * slope * slope;
    }

    private double relative(double outputVariance) {
        double perLevel = slope() * levels;
        return outputVariance / perLevel / perLevel;
    }

    /**
     * The largest variance of the estimate of one value, as a part of the squared width of the range. Between two levels
     * the variance is concave in f, with its top at 1/2 + (u<sub>j+1</sub> - u<sub>j</sub>) / (2 s&sup2;).
     */
    public double worstVariance() {
        double worst = 0;
        for (int below = 0; below < levels; below++) {
            double slope = slope();
            double top = 0.5 + (outputVariance(below + 1) - outputVariance(below)) / (2 * slope * slope);
            worst = Math.max(worst, mixed(below, Math.max(0, Math.min(1, top))));
        }
        return relative(worst);
    }

    @Override
    public double worstDeviation() {
        return range.width() * Math.sqrt(worstVariance());
    }

    @Override
    public double epsilon() {
        return odds.epsilon();
    }

    @Override
    public double influence() {
        return (outputs() - 1) * stepsPerOutput();
    }

    @Override
    public String description() {
        return "interval-response " + range.low() + " " + range.high() + " " + levels + " " + width + " " + odds.heavy()
                + " " + odds.light();
    }
}
