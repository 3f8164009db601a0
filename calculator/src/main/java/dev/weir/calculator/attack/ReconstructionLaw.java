package dev.weir.calculator.attack;

import dev.weir.accountant.privacy.Require;

/**
 * How often least squares recovers one of n bits from the noisy answers to q questions.
 *
 * <p>Question j, from 0 to q - 1, counts the bits of those people i, from 0 to n - 1, for whom the binary digits that j and i + 1 have in
 * common are even in number: all people for j = 0, half of them on average. Let A be the matrix of these questions, with a<sub>ji</sub> = 1
 * if j counts i. A bit is 1 if its least-squares estimate is above 1/2; at 1/2 one throws a coin.
 *
 * <p><b>Derivation.</b> 2 A - 1 has n columns of a Sylvester-Hadamard matrix other than the constant one, which are orthogonal and sum to
 * 0. Hence A<sup>T</sup>A = (q/4)(I + J), where J holds ones, with the inverse (4/q)(I - J/(n + 1)). The error of the first estimate is
 * &Sigma; c<sub>j</sub> L<sub>j</sub> / h, where L<sub>j</sub> is the noise of answer j, c<sub>j</sub> = (n + 1) a<sub>j0</sub> -
 * &Sigma;<sub>i</sub> a<sub>ji</sub>, and h = q (n + 1)/4. The sum S = &Sigma; c<sub>j</sub> L<sub>j</sub> is a whole number with a symmetric
 * law and the characteristic function c(t) = &Pi; (1 + (sin(c<sub>j</sub> t/2) / sinh(&epsilon;/2))&sup2;)<sup>-1</sup>. One is right with
 * probability P(S &lt; h/2) + P(S = h/2)/2 = 1/2 + 1/(2&pi;) &int;<sub>0</sub><sup>&pi;</sup> c(t) sin(h t/2) cot(t/2) dt; for half-odd h/2
 * the cotangent is replaced by 1 / sin(t/2).
 *
 * <p><b>Error.</b> The integrand is a trigonometric series, for which the midpoint rule with m points leaves out P(|S| &ge; 2 m - h/2)
 * alone. m is at least 32 standard deviations of S, so this is below 1e-18.
 *
 * @param people n, from 1 to 4095
 * @param questions q, a power of two above n, at most 4096
 */
record ReconstructionLaw(int people, int questions) {

    private static final int MOST = 4096;
    private static final int DEVIATIONS = 32;

    ReconstructionLaw {
        Require.between("people", people, 1, MOST - 1);
        Require.that(
                questions > people && questions <= MOST && Integer.bitCount(questions) == 1,
                "questions",
                "a power of two above the number of people, at most " + MOST,
                questions);
    }

    /**
     * The probability that the first person's bit is recovered.
     *
     * @param epsilon &epsilon; of the discrete Laplace noise in one answer, from 1e-4 to 100
     */
    double success(double epsilon) {
        Require.holds(epsilon >= 1e-4 && epsilon <= 100, "epsilon", "between 1e-4 and 100 for each answer", epsilon);
        long[] weights = weights();
        double threshold = questions * (people + 1) / 8.0;
        int points = points(weights, epsilon, threshold);
        boolean isWhole = threshold == Math.rint(threshold);
        double sum = 0;
        for (int k = 0; k < points; k++) {
            double half = (k + 0.5) * Math.PI / points / 2;
            double kernel = (isWhole ? StrictMath.cos(half) : 1) / StrictMath.sin(half);
            sum += characteristic(weights, half, epsilon) * StrictMath.sin(2 * half * threshold) * kernel;
        }
        return Math.min(1, 0.5 + sum / points / 2);
    }

    /** c<sub>j</sub> for each question. */
    private long[] weights() {
        long[] weights = new long[questions];
        for (int question = 0; question < questions; question++) {
            weights[question] = counts(question, 0) ? people + 1 : 0;
            for (int person = 0; person < people; person++) {
                weights[question] -= counts(question, person) ? 1 : 0;
            }
        }
        return weights;
    }

    private static boolean counts(int question, int person) {
        return Integer.bitCount(question & (person + 1)) % 2 == 0;
    }

    private static int points(long[] weights, double epsilon, double threshold) {
        double square = 0;
        for (long weight : weights) {
            square += (double) weight * weight;
        }
        double deviation = Math.sqrt(square / 2) / StrictMath.sinh(epsilon / 2);
        return (int) Math.ceil(DEVIATIONS * deviation + 2 * threshold + MOST);
    }

    private static double characteristic(long[] weights, double half, double epsilon) {
        double sinh = StrictMath.sinh(epsilon / 2);
        double product = 1;
        for (int j = 0; j < weights.length && product > 1e-25; j++) {
            double ratio = StrictMath.sin(weights[j] * half) / sinh;
            product /= 1 + ratio * ratio;
        }
        return product;
    }
}
