package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The account of one privacy unit for one query, for its whole life: a share of the unit's budget, divided into equal
 * parts, small enough that every charge is a whole number of parts.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Each charge covers the
 * increase of the unit's loss by the kept record, which {@code dev.weir.accountant.mechanism.RecordCost} computes. The
 * charges of a unit add up to at most {@code limit} parts, so the unit's realised loss over all cells of the query
 * never exceeds the share, whatever the unit sends: basic composition with individual accounting, Feldman and Zrnic
 * (2021); for Gaussian noise Koskela, Tobaben and Honkela (2022).
 *
 * <p>The state is one word if the limit is below 2<sup>60</sup>, where sums of charges cannot overflow before they are
 * compared. Otherwise it is a high and a low word.
 */
public final class UnitAccount implements Account {

    private static final long serialVersionUID = 1L;
    private static final int NARROW_BITS = 60;
    private static final int WIDE_BITS = 126;

    private final Amount share;
    private final BigInteger limit;
    private final boolean narrow;
    private final long limitHigh;
    private final long limitLow;

    /**
     * Creates the account of a query.
     *
     * @param share the part of the unit's budget that the query may use, above 0
     * @param limit the number of parts that the share has, at least 1, below 2<sup>126</sup>
     * @throws InvalidParameter if {@code share} or {@code limit} is out of range
     */
    public UnitAccount(Amount share, BigInteger limit) {
        Require.positive("share", share.value());
        boolean countable = limit.signum() > 0 && limit.bitLength() <= WIDE_BITS;
        Require.that(countable, "limit", "between 1 and 2^126", "a number of " + limit.bitLength() + " bits");
        this.share = share;
        this.limit = limit;
        this.narrow = limit.bitLength() <= NARROW_BITS;
        this.limitHigh = UInt128.high(limit);
        this.limitLow = UInt128.low(limit);
    }

    /**
     * Charges {@code parts} of the share and returns true, or changes nothing and returns false if the charge would
     * exceed the limit.
     *
     * @param spent the states of several units
     * @param at the index of the first of this unit's {@link #words} words
     * @param high the bits of the number of parts from 2<sup>64</sup> up, at least 0
     * @param low the lowest 64 bits of the number of parts
     * @return whether the charge was made
     */
    public boolean charge(long[] spent, int at, long high, long low) {
        return narrow ? chargeNarrow(spent, at, high, low) : chargeWide(spent, at, high, low);
    }

    private boolean chargeNarrow(long[] spent, int at, long high, long low) {
        long room = limitLow - spent[at];
        if (high != 0 || low < 0 || low > room) {
            return false;
        }
        spent[at] += low;
        return true;
    }

    /**
     * Charges an account of two words. A sum of 2<sup>127</sup> or more makes the high word negative, because the sum
     * before the charge is below 2<sup>126</sup>.
     */
    private boolean chargeWide(long[] spent, int at, long high, long low) {
        long lowSum = spent[at + 1] + low;
        long highSum = spent[at] + high + UInt128.carry(spent[at + 1], low, lowSum);
        if (highSum < 0 || !UInt128.isAtMost(highSum, lowSum, limitHigh, limitLow)) {
            return false;
        }
        spent[at] = highSum;
        spent[at + 1] = lowSum;
        return true;
    }

    /**
     * Lowers what was charged, because some of it was an upper bound of a price that is known exactly now.
     *
     * @param spent the states of several units
     * @param at the index of the first of this unit's {@link #words} words
     * @param high the bits of the number of parts from 2<sup>64</sup> up by which the bound exceeds the price, at least 0
     * @param low the lowest 64 bits of that number
     * @throws IllegalStateException if the number exceeds what was charged; nothing is changed then
     */
    public void lower(long[] spent, int at, long high, long low) {
        if (high < 0 || !UInt128.isAtMost(high, low, high(spent, at), low(spent, at))) {
            throw new IllegalStateException("cannot lower an account by more than was charged");
        }
        if (narrow) {
            spent[at] -= low;
        } else {
            spent[at] -= high + (Long.compareUnsigned(spent[at + 1], low) < 0 ? 1 : 0);
            spent[at + 1] -= low;
        }
    }

    /** Whether the account fits into one word. */
    public boolean isNarrow() {
        return narrow;
    }

    /** The number of words: 1 or 2. */
    @Override
    public int words() {
        return narrow ? 1 : 2;
    }

    /**
     * The number of spent parts.
     *
     * @param spent the states of several units
     * @param at the index of the first word of this unit
     */
    public BigInteger parts(long[] spent, int at) {
        return UInt128.toBigInteger(high(spent, at), low(spent, at));
    }

    /**
     * The bits of the number of spent parts from 2<sup>64</sup> up.
     *
     * @param spent the states of several units
     * @param at the index of the first word of this unit
     */
    public long high(long[] spent, int at) {
        return narrow ? 0 : spent[at];
    }

    /**
     * The lowest 64 bits of the number of spent parts.
     *
     * @param spent the states of several units
     * @param at the index of the first word of this unit
     */
    public long low(long[] spent, int at) {
        return narrow ? spent[at] : spent[at + 1];
    }

    /**
     * Sets the number of spent parts.
     *
     * @param spent the states of several units
     * @param at the index of the first word of this unit
     * @param parts the number of parts, from 0 to {@link #limit}
     */
    public void setParts(long[] spent, int at, BigInteger parts) {
        if (narrow) {
            spent[at] = parts.longValueExact();
        } else {
            spent[at] = UInt128.high(parts);
            spent[at + 1] = UInt128.low(parts);
        }
    }

    /**
     * Converts a number of parts into an amount of the share, rounded up.
     *
     * @param parts the number of parts, from 0 to {@link #limit}
     */
    public Amount amount(BigInteger parts) {
        BigDecimal product = share.value().multiply(new BigDecimal(parts));
        return Amount.atLeast(share.currency(), product.divide(new BigDecimal(limit), 15, RoundingMode.CEILING));
    }

    /** The number of parts that the share is divided into. */
    public BigInteger limit() {
        return limit;
    }

    /** The part of the unit's budget that the query may use. */
    public Amount share() {
        return share;
    }

    /**
     * Charges an amount that the unit has spent under another plan, rounded up to whole parts. What exceeds the room of
     * this account is not charged.
     *
     * @param spent the states of several units
     * @param at the index of the first word of this unit
     * @param amount the amount, in the currency of the share
     * @return the part of the amount for which there was no room
     */
    public Amount book(long[] spent, int at, Amount amount) {
        BigInteger room = limit.subtract(parts(spent, at));
        BigInteger wanted = toParts(amount);
        BigInteger booked = wanted.min(room);
        setParts(spent, at, parts(spent, at).add(booked));
        return wanted.compareTo(room) <= 0 ? Amount.zero(share.currency()) : amount.minus(roundedDown(room));
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
}
