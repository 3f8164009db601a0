package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.math.BigDecimal;
import java.util.BitSet;

/**
 * Unary encoding: a report has one bit for each option, and each bit is drawn for itself. The own option's bit is more
 * often 1 than any other. {@link Form#SYMMETRIC} is RAPPOR with one round: Erlingsson, Pihur and Korolova (2014).
 *
 * <p><b>Guarantee.</b> Two values differ in two bits, those of the two options; all others have the same law. Symmetric:
 * each of the two bits is H / U times as likely for one value as for the other at most, so 2 ln(H / U)-DP, with H / U
 * &le; e<sup>&epsilon;/2</sup>. Optimized: the own bit is 1 with probability 1/2, others with q = U / (H + U); the quotient
 * is largest for a 1 and a 0, (1/2)(1 - q) / (q / 2) = H / U, so ln(H / U)-DP: Wang, Blocki, Li and Jha (2017), section 5.
 *
 * <p><b>Error.</b> Unbiased; see {@link SupportRates}. Symmetric: p = H / (H + U), q = 1 - p. Optimized: p = 1/2.
 *
 * @param options k, from 2 to 2<sup>29</sup>
 * @param form with which probabilities bits are 1
 * @param odds H and U, of the whole report if optimized, of each of two bits if symmetric
 */
public record UnaryResponse(int options, Form form, Odds odds) implements CategoryResponse {

    /** The probabilities of bits. */
    public enum Form {
        /** The own bit is right as often as any other. */
        SYMMETRIC("unary-symmetric"),
        /** The own bit is 1 in half of all reports, which makes the error of rare options smallest. */
        OPTIMIZED("unary-optimized");

        private final String label;

        Form(String label) {
            this.label = label;
        }

        /** The name of the form in files. */
        public String label() {
            return label;
        }
    }

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public UnaryResponse {
        Options.require(options);
    }

    /**
     * The symmetric form.
     *
     * @param options k, from 2 to 2<sup>29</sup>
     * @param epsilon &epsilon; in nats, from 1e-9 to 16
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static UnaryResponse symmetric(int options, BigDecimal epsilon) {
        return new UnaryResponse(options, Form.SYMMETRIC, Odds.halved(epsilon));
    }

    /**
     * The optimized form.
     *
     * @param options k, from 2 to 2<sup>29</sup>
     * @param epsilon &epsilon; in nats, from 1e-9 to 16
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static UnaryResponse optimized(int options, BigDecimal epsilon) {
        return new UnaryResponse(options, Form.OPTIMIZED, Odds.of(epsilon));
    }

    @Override
    public byte[] report(long value, Randomness randomness) {
        return report(value, new UniformBits(randomness));
    }

    /** Draws the bits in the order of the options. */
    byte[] report(long value, Uniform uniform) {
        int own = Options.number(value, options);
        BitSet bits = new BitSet(options);
        for (int option = 0; option < options; option++) {
            bits.set(option, option == own ? ownIsOne(uniform) : !odds.fall(uniform));
        }
        return PackedBits.flags(bits, options);
    }

    private boolean ownIsOne(Uniform uniform) {
        return form == Form.SYMMETRIC ? odds.fall(uniform) : uniform.below(2) == 0;
    }

    @Override
    public SupportRates rates() {
        double total = (double) odds.heavy() + odds.light();
        double difference = odds.heavy() - odds.light();
        double q = odds.light() / total;
        return form == Form.SYMMETRIC
                ? new SupportRates(odds.heavy() / total, q, q, difference / total)
                : new SupportRates(0.5, q, 0.5, difference / (2 * total));
    }

    @Override
    public int counters() {
        return options;
    }

    @Override
    public boolean isReport(byte[] bytes) {
        return PackedBits.isPacked(bytes, options, 1);
    }

    @Override
    public void countReport(byte[] report, long[] counters) {
        PackedBits.countFlags(report, counters);
    }

    @Override
    public double epsilon() {
        return form == Form.SYMMETRIC ? Rounding.up(2 * odds.epsilon(), Margin.ARITHMETIC) : odds.epsilon();
    }

    @Override
    public String description() {
        return form.label() + " " + options + " " + odds.heavy() + " " + odds.light();
    }
}
