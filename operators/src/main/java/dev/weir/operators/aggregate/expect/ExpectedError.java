package dev.weir.operators.aggregate.expect;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The error of a released value under given expectations. The unit of the error depends on the kind of value: a
 * standard deviation, a rank, a number of records or of votes.
 */
public sealed interface ExpectedError {

    /** How many standard deviations on both sides of the mean contain 95 % of a normal variable. */
    double NORMAL_95 = 1.959963984540054;

    /** Which of several released numbers has this error, as in {@code q 0.9}; empty if there is only one. */
    default String of() {
        return "";
    }

    /** The name of {@link #error} in an output. */
    String field();

    /** The size of the error; not a number if it is unknown. */
    double error();

    /**
     * The standard deviation of the error, or the measure nearest to it, divided by the expected value; not a number if
     * the expected value is 0 or the error is unknown.
     */
    double relative();

    /** The error in words that follow the value's name. */
    String words();

    /**
     * Returns a number as text, rounded to two significant digits.
     *
     * @param value the number
     */
    static String number(double value) {
        return Double.isFinite(value) ? rounded(value, 2) : String.valueOf(value);
    }

    /**
     * Returns an expected number as text, rounded to three significant digits. These are more digits than for an error,
     * so that most expectations are repeated as they were given.
     */
    private static String expected(double value) {
        return rounded(value, 3);
    }

    private static String rounded(double value, int digits) {
        return new BigDecimal(value)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    }

    /**
     * The standard deviation of a number.
     *
     * @param of which of several released numbers has this error; empty if there is only one
     * @param error the standard deviation, in units of the value
     * @param size the expected value of the number
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

        /** The relative and the absolute deviation, or only the absolute deviation if the expected value is 0. */
        @Override
        public String words() {
            return size == 0
                    ? "noise has a standard deviation of " + number(error)
                    : "noise is " + number(relative()) + "x of " + expected(size) + " (standard deviation "
                            + number(error) + ")";
        }
    }

    /**
     * The error of the rank of a quantile.
     *
     * @param q the quantile, above 0 and below 1
     * @param error the difference of ranks, in records, that is exceeded with probability 0.05
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

        /**
         * The standard deviation of the rank, which is taken as the error divided by {@link #NORMAL_95}, relative to
         * the number of records on the smaller side of the quantile. If the result is 1, the released value may be any
         * value on that side.
         */
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
     * The number of records that a released minimum or maximum ignores on its side.
     *
     * @param error how many records are ignored
     * @param records how many records there are, above 0
     */
    record Ignored(double error, double records) implements ExpectedError {

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
     * The number of votes by which a drawn candidate may be behind the best candidate.
     *
     * @param error the difference in votes that is exceeded with probability 0.05
     * @param votes how many votes the best candidate is expected to have, above 0
     */
    record Votes(double error, double votes) implements ExpectedError {

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
     * The error of a value whose error cannot be computed before there are records.
     *
     * @param words the reason
     */
    record None(String words) implements ExpectedError {

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
