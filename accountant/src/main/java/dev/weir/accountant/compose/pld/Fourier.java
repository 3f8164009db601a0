package dev.weir.accountant.compose.pld;

/**
 * The discrete Fourier transform of real sequences of one power-of-two length, of which only the first half of the
 * spectrum is returned: the rest is its conjugate.
 *
 * <p>Commons Math's {@code FastFourierTransformer} computes the twiddle factors of a stage by repeated multiplication,
 * so its error has no stated bound. Here the error of every factor is a few units of round-off (at most 4.3 of those
 * measured). The error of the transform in the Euclidean norm is at most {@code log2(n) eta / (1 - log2(n) eta)} of the
 * norm of the spectrum, where eta is the largest error of a factor plus 5.7 units of round-off: Higham (2002), Theorem
 * 24.2. That is 10 units, and the code takes eta as 16.
 */
final class Fourier {

    /** Unit round-off. */
    static final double ROUNDING = 0x1p-53;

    private static final double ETA = 16 * ROUNDING;
    private static final int FINE = 512;

    private final int length;
    private final double[] cosines;
    private final double[] sines;

    /** Creates a transform of sequences of {@code length}, a power of two, at least 4. */
    Fourier(int length) {
        this.length = length;
        this.cosines = new double[length / 2];
        this.sines = new double[length / 2];
        for (int i = 0; i < length / 2; i += FINE) {
            double angle = 2 * Math.PI * i / length;
            fill(i, Math.min(FINE, length / 2 - i), Math.cos(angle), Math.sin(angle));
        }
    }

    /**
     * Fills {@code count} entries of the tables, given the cosine and sine of the first of them, by the addition
     * theorem.
     */
    private void fill(int from, int count, double cosine, double sine) {
        if (from == 0) {
            for (int i = 0; i < count; i++) {
                cosines[i] = Math.cos(2 * Math.PI * i / length);
                sines[i] = Math.sin(2 * Math.PI * i / length);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            cosines[from + i] = cosine * cosines[i] - sine * sines[i];
            sines[from + i] = sine * cosines[i] + cosine * sines[i];
        }
    }

    /** {@code cos(2 pi turn / length)} for turn from 0 to length - 1. */
    double cosine(int turn) {
        return turn < length / 2 ? cosines[turn] : -cosines[turn - length / 2];
    }

    /** {@code sin(2 pi turn / length)} for turn from 0 to length - 1. */
    double sine(int turn) {
        return turn < length / 2 ? sines[turn] : -sines[turn - length / 2];
    }

    /** {@code sin(pi turn / length)} for turn from 0 to length/2. */
    double halfSine(int turn) {
        return (turn & 1) == 0 ? sines[turn / 2] : Math.sin(Math.PI * turn / length);
    }

    /** Higham's bound on the Euclidean norm of the error of a transform, relative to the norm of the spectrum. */
    double relativeError() {
        double stages = (Math.getExponent((double) length) + 1) * ETA;
        return stages / (1 - stages);
    }

    /**
     * The transform: real and imaginary part of {@code sum_n x_n e^(-2 pi i j n / length)} for j from 0 to length/2.
     */
    double[][] transform(double[] x) {
        int half = length / 2;
        double[] re = new double[half + 1];
        double[] im = new double[half + 1];
        int shift = Integer.numberOfLeadingZeros(half) + 1;
        for (int i = 0; i < half; i++) {
            int to = Integer.reverse(i) >>> shift;
            re[to] = x[2 * i];
            im[to] = x[2 * i + 1];
        }
        butterflies(new Entries(re, im), half);
        unpack(re, im, half);
        return new double[][] {re, im};
    }

    /** Performs the stages in pairs, which suits the cache. If their number is odd, a single stage comes first. */
    private void butterflies(Entries entries, int size) {
        int start = 1;
        if (Integer.numberOfTrailingZeros(size) % 2 == 1) {
            for (int a = 0; a < size; a += 2) {
                entries.butterfly(a, a + 1, 1, 0);
            }
            start = 2;
        }
        for (int quarter = start; quarter < size; quarter *= 4) {
            for (int first = 0; first < size; first += 4 * quarter) {
                fours(entries, first, quarter);
            }
        }
    }

    private void fours(Entries entries, int first, int quarter) {
        int stride = length / (4 * quarter);
        for (int j = 0; j < quarter; j++) {
            int a = first + j;
            int c = a + 2 * quarter;
            double cosine = cosines[j * stride];
            double sine = sines[j * stride];
            double cosineOfTwice = cosines[2 * j * stride];
            double sineOfTwice = sines[2 * j * stride];
            entries.butterfly(a, a + quarter, cosineOfTwice, sineOfTwice);
            entries.butterfly(c, c + quarter, cosineOfTwice, sineOfTwice);
            entries.butterfly(a, c, cosine, sine);
            entries.butterfly(a + quarter, c + quarter, -sine, cosine);
        }
    }

    /** The complex numbers that are transformed in place. */
    private record Entries(double[] re, double[] im) {

        /** Replaces entries i and j by their sum and difference, after entry j is rotated by minus the given angle. */
        void butterfly(int i, int j, double cosine, double sine) {
            double turnedRe = re[j] * cosine + im[j] * sine;
            double turnedIm = im[j] * cosine - re[j] * sine;
            re[j] = re[i] - turnedRe;
            im[j] = im[i] - turnedIm;
            re[i] += turnedRe;
            im[i] += turnedIm;
        }
    }

    /** Converts the transform of (even entries + i times odd entries) into the transform of the whole sequence. */
    private void unpack(double[] re, double[] im, int half) {
        double firstRe = re[0];
        double firstIm = im[0];
        for (int j = 1; j <= half / 2; j++) {
            int k = half - j;
            double evenR = 0.5 * (re[j] + re[k]);
            double evenI = 0.5 * (im[j] - im[k]);
            double oddR = 0.5 * (im[j] + im[k]);
            double oddI = 0.5 * (re[k] - re[j]);
            double turnedR = oddR * cosines[j] + oddI * sines[j];
            double turnedI = oddI * cosines[j] - oddR * sines[j];
            re[j] = evenR + turnedR;
            im[j] = evenI + turnedI;
            re[k] = evenR - turnedR;
            im[k] = turnedI - evenI;
        }
        re[0] = firstRe + firstIm;
        im[0] = 0;
        re[half] = firstRe - firstIm;
        im[half] = 0;
    }
}
