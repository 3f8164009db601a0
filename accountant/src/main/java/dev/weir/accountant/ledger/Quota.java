package dev.weir.accountant.ledger;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/**
 * What one privacy unit may spend on one query in its life, counted exactly: grid steps under Laplace noise, their
 * squares under Gaussian noise, over the common denominator of the query's aggregates.
 *
 * <p><b>Guarantee.</b> With share E of the unit's budget, n contributions, and for aggregate a the full size c<sub>a</sub>
 * and weight w<sub>a</sub> (adding up to W), Laplace noise has scale b<sub>a</sub> = c<sub>a</sub> n W / (E w<sub>a</sub>).
 * Moving the emitted total of a cell from s to s' is charged max(0, |s'| - |s|) / b<sub>a</sub>, that is
 * max(0, |s'| - |s|) w<sub>a</sub> L / c<sub>a</sub> of n W L parts of E, with L the least common multiple of all
 * c<sub>a</sub>: whole numbers. The charges of a cell add up to at least |s| / b<sub>a</sub>, so the unit's realised loss
 * over all cells never exceeds E, whatever it sends: basic composition with individual accounting, Feldman and Zrnic
 * (2021). Gaussian noise likewise, with squares: max(0, s'&sup2; - s&sup2;) / (2 sigma<sub>a</sub>&sup2;) and L the least
 * common multiple of the c<sub>a</sub>&sup2;; Koskela, Tobaben and Honkela (2022) give the Gaussian individual filter.
 * Neighbours: all records of one privacy unit are replaced by empty slots, so s goes to 0.
 *
 * <p>What a unit has spent is {@link #words} words of a {@code long[]}, so that many accounts share one array: one word
 * where the quota fits it, else a high and a low one.
 */
public final class Quota implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * Up to here one word does, and no product overflows. Linear: one record moves |s| by at most c, so it costs at most
     * the limit. Squared: an affordable total is at most c m with m&sup2; = limit / (c&sup2; price), so one more record
     * costs at most c&sup2; (1 + 2 m) price, at most three times the limit: below 2<sup>62</sup>.
     */
    private static final int NARROW_BITS = 60;

    private static final int WIDE_BITS = 126;
    private static final BigInteger LOW_WORD =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

    private final Amount share;
    private final boolean squared;
    private final BigInteger[] prices;
    private final BigInteger limit;
    private final boolean narrow;
    private final long[] narrowPrices;
    private final long narrowLimit;

    /**
     * The quota of a query.
     *
     * @param share what the query may use of the unit's budget, above 0
     * @param contributions full-size records in cells of their own that the share affords, at least 1
     * @param terms the query's aggregates, at least one
     */
    public Quota(Amount share, long contributions, List<Term> terms) {
        this.share = share;
        this.squared = share.currency() != Currency.EPSILON;
        BigInteger common = terms.stream().map(this::size).reduce(BigInteger.ONE, Quota::leastCommonMultiple);
        BigInteger weights = Term.weights(terms);
        this.prices = terms.stream()
                .map(term -> BigInteger.valueOf(term.weight()).multiply(common).divide(size(term)))
                .toArray(BigInteger[]::new);
        this.limit = BigInteger.valueOf(contributions).multiply(weights).multiply(common);
        if (limit.bitLength() > WIDE_BITS) {
            throw new IllegalArgumentException(
                    "the common denominator of clamps and weights must be below 2^126, was 2^" + limit.bitLength());
        }
        this.narrow = limit.bitLength() <= NARROW_BITS;
        this.narrowLimit = limit.longValue();
        this.narrowPrices =
                List.of(prices).stream().mapToLong(BigInteger::longValue).toArray();
    }

    private BigInteger size(Term term) {
        BigInteger size = BigInteger.valueOf(term.fullSize());
        return squared ? size.multiply(size) : size;
    }

    private static BigInteger leastCommonMultiple(BigInteger a, BigInteger b) {
        return a.multiply(b).divide(a.gcd(b));
    }

    /**
     * Charges moving a cell's emitted totals and returns true, or changes nothing and returns false if that overspends.
     *
     * @param spent the accounts; the {@link #words} words of this one start at {@code at}
     * @param before the unit's emitted totals of the cell in grid steps, one an aggregate
     * @param after the same, once the record counts
     */
    public boolean charge(long[] spent, int at, long[] before, long[] after) {
        return narrow ? chargeNarrow(spent, at, before, after) : chargeWide(spent, at, before, after);
    }

    private boolean chargeNarrow(long[] spent, int at, long[] before, long[] after) {
        long total = spent[at];
        for (int i = 0; i < narrowPrices.length; i++) {
            long from = Math.abs(before[i]);
            long to = Math.abs(after[i]);
            if (to > from) {
                total += (squared ? (to - from) * (to + from) : to - from) * narrowPrices[i];
                if (total > narrowLimit) {
                    return false;
                }
            }
        }
        spent[at] = total;
        return true;
    }

    private boolean chargeWide(long[] spent, int at, long[] before, long[] after) {
        BigInteger total = parts(spent, at);
        for (int i = 0; i < prices.length; i++) {
            total = total.add(growth(Math.abs(before[i]), Math.abs(after[i])).multiply(prices[i]));
        }
        if (total.compareTo(limit) > 0) {
            return false;
        }
        setParts(spent, at, total);
        return true;
    }

    private BigInteger growth(long from, long to) {
        BigInteger step = BigInteger.valueOf(Math.max(0, to - from));
        return squared ? step.multiply(BigInteger.valueOf(to).add(BigInteger.valueOf(from))) : step;
    }

    /**
     * What moving a cell from nothing to these totals costs, rounded up, but at most the share: a unit has no more.
     *
     * @param totals in grid steps, one an aggregate, at least 0; {@link Long#MAX_VALUE} where nothing bounds it
     */
    public Amount costOf(long[] totals) {
        BigInteger cost = BigInteger.ZERO;
        for (int i = 0; i < prices.length; i++) {
            cost = cost.add(growth(0, totals[i]).multiply(prices[i]));
        }
        return toAmount(share, limit, cost.min(limit));
    }

    /** How many words an account takes: 1 or 2. */
    public int words() {
        return narrow ? 1 : 2;
    }

    /** The parts of {@link #limit} that have been spent. */
    public BigInteger parts(long[] spent, int at) {
        return join(high(spent, at), low(spent, at));
    }

    /** The parts above 2<sup>64</sup>. */
    public long high(long[] spent, int at) {
        return narrow ? 0 : spent[at];
    }

    /** The lowest 64 bits of the parts. */
    public long low(long[] spent, int at) {
        return narrow ? spent[at] : spent[at + 1];
    }

    /** The number of parts whose two words these are. */
    public static BigInteger join(long high, long low) {
        return BigInteger.valueOf(high)
                .shiftLeft(Long.SIZE)
                .or(BigInteger.valueOf(low).and(LOW_WORD));
    }

    /** Sets an account to {@code parts} of {@link #limit}. */
    public void setParts(long[] spent, int at, BigInteger parts) {
        if (narrow) {
            spent[at] = parts.longValueExact();
        } else {
            spent[at] = parts.shiftRight(Long.SIZE).longValueExact();
            spent[at + 1] = parts.longValue();
        }
    }

    /** What has been spent, as an amount of the share, rounded up. */
    public Amount spent(long[] spent, int at) {
        return toAmount(share, limit, parts(spent, at));
    }

    /** What {@code parts} of {@code limit} are as an amount of {@code share}, rounded up. */
    public static Amount spent(Amount share, BigInteger limit, BigInteger parts) {
        return toAmount(share, limit, parts);
    }

    /** The number of parts that the share is counted in. */
    public BigInteger limit() {
        return limit;
    }

    /**
     * Books {@code amount} that was spent under other terms, rounded up, as far as this account has room.
     *
     * @return what found no room
     */
    public Amount book(long[] spent, int at, Amount amount) {
        BigInteger room = limit.subtract(parts(spent, at));
        BigInteger wanted = toParts(amount);
        BigInteger booked = wanted.min(room);
        setParts(spent, at, parts(spent, at).add(booked));
        return wanted.compareTo(room) <= 0 ? Amount.zero(share.currency()) : amount.minus(roundedDown(room));
    }

    /** What the query may use of the unit's budget. */
    public Amount share() {
        return share;
    }

    private static Amount toAmount(Amount share, BigInteger limit, BigInteger parts) {
        BigDecimal product = share.value().multiply(new BigDecimal(parts));
        return Amount.atLeast(share.currency(), product.divide(new BigDecimal(limit), 15, RoundingMode.CEILING));
    }

    private Amount roundedDown(BigInteger parts) {
        BigDecimal product = share.value().multiply(new BigDecimal(parts));
        return Amount.atMost(share.currency(), product.divide(new BigDecimal(limit), 15, RoundingMode.FLOOR));
    }

    private BigInteger toParts(Amount amount) {
        BigInteger[] parts = BigInteger.valueOf(amount.femto())
                .multiply(limit)
                .divideAndRemainder(BigInteger.valueOf(share.femto()));
        return parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
    }

    /**
     * One aggregate of a query, as its price needs it.
     *
     * @param fullSize c: the most one record can add, in grid steps, at least 1
     * @param weight the aggregate's part of the price, relative to the other weights, at least 1
     */
    public record Term(long fullSize, long weight) implements Serializable {

        public Term {
            if (fullSize < 1 || weight < 1) {
                throw new IllegalArgumentException(
                        "full size and weight must be >= 1, were " + fullSize + " and " + weight);
            }
        }

        /** W: the sum of all weights. */
        public static BigInteger weights(List<Term> terms) {
            return terms.stream().map(term -> BigInteger.valueOf(term.weight)).reduce(BigInteger.ZERO, BigInteger::add);
        }
    }
}
