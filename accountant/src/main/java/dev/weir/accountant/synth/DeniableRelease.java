package dev.weir.accountant.synth;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.Samplers;
import dev.weir.accountant.noise.UniformIndex;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Releases synthetic records by the plausible-deniability test, drawing candidates until one passes.
 *
 * <p>Each run draws a seed record uniformly, generates a candidate from it, and counts the records of the table in the seed's class: those
 * whose probability p of generating the candidate has the same whole part of -log<sub>&gamma;</sub> p. If the count plus discrete Laplace
 * noise of scale 1/&epsilon;<sub>0</sub> reaches k, the candidate comes out. Otherwise it is dropped, and the next run draws another seed.
 *
 * <p><b>Guarantee.</b> Neighbours: one record is in the table or not. One record more or less moves the count by at most 1, and with whole
 * noise a class of fewer than t records passes with a probability of at most e<sup>-&epsilon;<sub>0</sub>(k-t)</sup>, so that {@link
 * PlausibleDeniability} holds as for continuous noise. A record that comes out costs {@link DeniablePrice#record}, and each one costs it
 * again: {@link #price}. Its &gamma; is larger than that of the classes by 2<sup>-36</sup>, which covers the rounding of logarithms.
 * Conditions: the generator is public, or was made with differential privacy from other records; no run of any table in question passes
 * less often than the price says; and nobody sees how many runs failed. The time of a release tells that number, and so do counters and
 * logs, so a release must be made ahead of the time at which it is published. Source: derived here.
 *
 * @param <R> the type of a record of the table
 * @param <Y> the type of a synthetic record
 */
public final class DeniableRelease<R, Y> {

    private static final double ROUNDED = 1 + 0x1p-36;

    private final DeniablePrice price;
    private final Generator<R, Y> generator;
    private final Sampler noise;
    private final double logGamma;

    /**
     * How candidates are generated.
     *
     * @param <R> the type of a record of the table
     * @param <Y> the type of a synthetic record
     */
    public interface Generator<R, Y> {

        /**
         * Draws a candidate.
         *
         * @param seed the seed record
         * @param randomness the source of the random bits
         */
        Y generate(R seed, Randomness randomness);

        /**
         * The natural logarithm of the probability that a record generates a candidate, to nearly the last place.
         *
         * @param record a record of the table
         * @param candidate a candidate
         * @return the logarithm, at most 0 and possibly negative infinity
         */
        double logProbability(R record, Y candidate);
    }

    /**
     * Creates a release.
     *
     * @param stated the test, whose gamma must be above 1, and the public bound of its pass rate
     * @param generator how candidates are generated
     * @throws dev.weir.accountant.privacy.InvalidParameter if &gamma; is 1, or &epsilon;<sub>0</sub> is below 2<sup>-40</sup>
     */
    public DeniableRelease(DeniablePrice stated, Generator<R, Y> generator) {
        PlausibleDeniability test = stated.test();
        Require.holds(test.gamma() > 1, "gamma", "above 1", test.gamma());
        this.price = new DeniablePrice(
                new PlausibleDeniability(test.k(), test.gamma() * ROUNDED, test.epsilon0()),
                stated.t(),
                stated.passRate());
        this.generator = generator;
        this.noise = Samplers.discreteLaplace(Ratio.ONE.dividedBy(Ratio.of(new BigDecimal(test.epsilon0()))));
        this.logGamma = StrictMath.log(test.gamma());
    }

    /** What one released record costs. */
    public DeniableLoss price() {
        return price.record();
    }

    /**
     * Draws candidates until one passes. The table must be the same during the call, and only the result may be seen.
     *
     * @param table the records
     * @param randomness the source of the random bits
     * @return the record that came out; empty if the table is empty, or after {@link DeniablePrice#mostTries} runs
     */
    public Optional<Y> release(List<R> table, Randomness randomness) {
        for (long left = table.isEmpty() ? 0 : price.mostTries(); left > 0; left--) {
            R seed = table.get(UniformIndex.below(table.size(), randomness));
            Y candidate = generator.generate(seed, randomness);
            if (noise.addTo(count(table, seed, candidate), randomness)
                    >= price.test().k()) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** How many records are in the class of the seed. */
    private long count(List<R> table, R seed, Y candidate) {
        double own = classOf(seed, candidate);
        return table.stream()
                .filter(record -> own < Double.POSITIVE_INFINITY && classOf(record, candidate) == own)
                .count();
    }

    /** The number of a record's class; infinite if it cannot generate the candidate, and then it counts nowhere. */
    private double classOf(R record, Y candidate) {
        return Math.floor(-generator.logProbability(record, candidate) / logGamma);
    }
}
