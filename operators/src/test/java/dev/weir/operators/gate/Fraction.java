package dev.weir.operators.gate;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/** An exact non-negative fraction, so that losses are compared without tolerance. */
record Fraction(BigInteger numerator, BigInteger denominator) implements Comparable<Fraction> {

    static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

    static Fraction of(BigInteger whole) {
        return new Fraction(whole, BigInteger.ONE);
    }

    Fraction plus(Fraction other) {
        BigInteger sum = numerator.multiply(other.denominator).add(other.numerator.multiply(denominator));
        BigInteger product = denominator.multiply(other.denominator);
        BigInteger common = sum.gcd(product);
        return new Fraction(sum.divide(common), product.divide(common));
    }

    Fraction dividedBy(Ratio ratio) {
        return new Fraction(numerator.multiply(ratio.denominator()), denominator.multiply(ratio.numerator()));
    }

    @Override
    public int compareTo(Fraction other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }
}
