package dev.weir.accountant.local.estimate;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.SupportRates;
import dev.weir.accountant.privacy.Require;
import java.util.Arrays;
import java.util.List;

/**
 * How many reports support each option, in whole numbers, so that parts add up to the same whatever their order.
 *
 * <p><b>Guarantee.</b> Post-processing of reports that were private when they were sent: no charge, no noise. Nothing
 * here can tell whether a sender drew honestly or more than once.
 *
 * <p><b>Error.</b> {@link #estimates} are unbiased. Their standard error is that of {@link SupportRates#variance} with the
 * estimate, clamped to [0, n], in the place of the unknown count.
 */
public final class Support implements ReportSums {

    private final CategoryResponse mechanism;
    private final long[] counters;
    private long reports;

    /**
     * Begins without reports.
     *
     * @param mechanism the mechanism that all reports were drawn by
     */
    public Support(CategoryResponse mechanism) {
        this.mechanism = mechanism;
        this.counters = new long[mechanism.counters()];
    }

    @Override
    public boolean add(byte[] report) {
        boolean isReport = mechanism.count(report, counters);
        reports += isReport ? 1 : 0;
        return isReport;
    }

    /**
     * Adds what others have counted.
     *
     * @param other reports of the same mechanism
     * @throws dev.weir.accountant.privacy.InvalidParameter if they are of another mechanism
     */
    public void add(Support other) {
        boolean isSame = mechanism.description().equals(other.mechanism.description());
        Require.that(isSame, "mechanism", mechanism.description(), other.mechanism.description());
        Arrays.setAll(counters, i -> Math.addExact(counters[i], other.counters[i]));
        reports = Math.addExact(reports, other.reports);
    }

    @Override
    public long reports() {
        return reports;
    }

    @Override
    public long[] words() {
        long[] words = new long[1 + counters.length];
        words[0] = reports;
        System.arraycopy(counters, 0, words, 1, counters.length);
        return words;
    }

    @Override
    public void addWords(long[] words) {
        Require.holds(words.length == 1 + counters.length, "words", "as many as the mechanism's", words.length);
        reports = Math.addExact(reports, words[0]);
        Arrays.setAll(counters, i -> Math.addExact(counters[i], words[1 + i]));
    }

    /** How many of the reports support each option. */
    public long[] counts() {
        return mechanism.support(counters, reports);
    }

    /** The estimated number of people who have each option, which may be negative; the sum need not be their number. */
    public List<Estimate> estimates() {
        SupportRates rates = mechanism.rates();
        return Arrays.stream(counts())
                .mapToObj(count -> estimate(rates, count, reports))
                .toList();
    }

    /** The estimate of one option from its support. */
    static Estimate estimate(SupportRates rates, long count, long reports) {
        double value = rates.estimate(count, reports);
        double plausible = Math.max(0, Math.min((double) reports, value));
        return new Estimate(value, Math.sqrt(rates.variance(plausible, reports)));
    }

    /**
     * The numbers of people nearest to the estimates that are possible: none is negative, and their sum is the number
     * of reports. They are biased, small ones upwards, and totals of several of them have smaller errors.
     */
    public double[] consistent() {
        double[] values = estimates().stream().mapToDouble(Estimate::value).toArray();
        return Simplex.nearest(values, (double) reports);
    }

    /** A text without any count. */
    @Override
    public String toString() {
        return "Support of " + mechanism.description();
    }
}
