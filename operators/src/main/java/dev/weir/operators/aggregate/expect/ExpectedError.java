package dev.weir.operators.aggregate.expect;

import java.math.BigDecimal;
import java.math.MathContext;

/** The error of a released value of which something is expected, in the units in which such a value is off. */
public sealed interface ExpectedError {

    /** How many standard deviations of a normal variable hold 95 % of it. */
    double NORMAL_95 = 1.959963984540054;

    /** Which number of several, as in {@code q 0.9}; empty if there is one. */
    String of();

    /** The name of {@link #error} in an output. */
    String field();

    /** How far the value may be off; not a number where nothing is known. */
    double error();

    /** The error as a part of what it is compared with: one standard deviation, or what comes next to it; not a number beside 0. */
    double relative();

    /** What the error is, to follow the value's name. */
    String words();

    /** A number with at most two digits. */
    static String number(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value)
                        .round(new MathContext(2))
                        .stripTrailingZeros()
                        .toPlainString()
                : String.valueOf(value);
    }

    /** A number with at most three digits: what somebody expects is said as it was given, as far as that. */
    private static String expected(double value) {
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    /**
     * The standard deviation of a number.
     *
     * @param error the standard deviation, in units of the value
     * @param size what the number is expected to be
     */
    record Deviation(String of, double error, double size) implements ExpectedError {

        @Override
        public String field() {
            return "stddev";
        }

        @Override
        public double relative() {
            return size == 0 ? Double.NaN : error / Math.abs(size);
        }

        /** Beside 0 the deviation alone. */
        @Override
        public String words() {
            return size == 0 ? "noise has a standard deviation of " + number(error) : besideSize();
        }

        private String besideSize() {
            return "noise is " + number(relative()) + "x of " + expected(size) + " (standard deviation " + number(error)
                    + ")";
        }
    }

    /**
     * How far the rank of a quantile is off.
     *
     * @param q the quantile, above 0 and below 1
     * @param error the rank is within so many records with probability 0.95
     * @param records how many records there are, above 0
     */
    record Rank(double q, double error, double records) implements ExpectedError {

        @Override
        public String of() {
            return "q " + q;
        }

        @Override
        public String field() {
            return "rank-error95";
        }

        /** Beside the records on the smaller side of the quantile: where the error is as large, the quantile is any value there. */
        @Override
        public double relative() {
            return error / NORMAL_95 / (Math.min(q, 1 - q) * records);
        }

        @Override
        public String words() {
            return "its rank is within " + number(error) + " of " + expected(records)
                    + " records with 95 %, between the quantiles " + quantile(q - error / records) + " and "
                    + quantile(q + error / records);
        }

        private static String quantile(double at) {
            return expected(Math.max(0, Math.min(1, at)));
        }
    }

    /**
     * How many records an extreme ignores on its side.
     *
     * @param error so many
     * @param records how many records there are, above 0
     */
    record Ignored(double error, double records) implements ExpectedError {

        @Override
        public String of() {
            return "";
        }

        @Override
        public String field() {
            return "ignores";
        }

        @Override
        public double relative() {
            return error / records;
        }

        @Override
        public String words() {
            return "it ignores about " + number(error) + " of " + expected(records) + " records on its side";
        }
    }

    /**
     * How much worse than the best a candidate may be that is drawn.
     *
     * @param error it has at most so many votes fewer with probability 0.95
     * @param votes how many votes the best is expected to have, above 0
     */
    record Votes(double error, double votes) implements ExpectedError {

        @Override
        public String of() {
            return "";
        }

        @Override
        public String field() {
            return "score-error95";
        }

        @Override
        public double relative() {
            return error / NORMAL_95 / votes;
        }

        @Override
        public String words() {
            return "what is drawn has at most " + number(error) + " votes fewer than the best with 95 %, of "
                    + expected(votes);
        }
    }

    /**
     * No error is known before there are records.
     *
     * @param words why
     */
    record None(String words) implements ExpectedError {

        @Override
        public String of() {
            return "";
        }

        @Override
        public String field() {
            return "stddev";
        }

        @Override
        public double error() {
            return Double.NaN;
        }

        @Override
        public double relative() {
            return Double.NaN;
        }
    }
}
