package dev.weir.accountant.compose.pld;

import java.util.stream.IntStream;

/**
 * The characteristic function of a tilted lattice sum at the frequencies {@code 2 pi j / length}, with error bounds.
 */
final class Spectrum {

    private final int length;
    private final double dead;
    private final Fourier fourier;
    private final double[] log;
    private final double[] upper;
    private final double[] phase;
    private int active;
    private int[] index = new int[0];
    private double[] re = new double[0];
    private double[] im = new double[0];
    private double error;
    private double ratio;

    /**
     * Creates the spectrum of the empty sum.
     *
     * @param length a power of two
     * @param dead a frequency is skipped if the logarithm of its magnitude is below this value
     */
    Spectrum(int length, double dead) {
        this.length = length;
        this.dead = dead;
        this.fourier = new Fourier(length);
        this.log = new double[length / 2 + 1];
        this.upper = new double[length / 2 + 1];
        this.phase = new double[length / 2 + 1];
    }

    /** Adds {@code count} losses of a distribution to the sum. */
    void multiply(Grid grid, double tilt, double logMoment, double count) {
        double[] masses = grid.tilted(tilt, logMoment, length);
        double[][] spectrum = fourier.transform(masses);
        double slip = fourier.relativeError() * Math.sqrt(length) * norm(masses)
                + (4 + 2 * grid.exponent(tilt, logMoment)) * Fourier.ROUNDING;
        double rounding = count * 16 * Fourier.ROUNDING;
        double ceiling = Math.exp(2 * dead / count);
        for (int j = 0; j <= length / 2; j++) {
            double square = spectrum[0][j] * spectrum[0][j] + spectrum[1][j] * spectrum[1][j];
            double widened = square + 2 * slip * (1 + slip);
            if (upper[j] < dead || widened < ceiling) {
                upper[j] = Double.NEGATIVE_INFINITY;
            } else {
                double magnitude = Math.sqrt(square);
                log[j] += count * Math.log(magnitude);
                upper[j] += count * Math.log(magnitude + slip) + rounding;
                phase[j] += count * Math.atan2(spectrum[1][j], spectrum[0][j]);
            }
        }
    }

    private static double norm(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value * value;
        }
        return Math.sqrt(sum);
    }

    /**
     * Multiplies the spectrum by the weights of the privacy curve, after the last {@link #multiply}.
     *
     * @param damping the tilt times the step
     * @param step the lattice's step
     */
    void weigh(double damping, double step) {
        ratio = Math.exp(-damping);
        int half = length / 2;
        index = IntStream.rangeClosed(0, half).filter(j -> upper[j] >= dead).toArray();
        active = index.length;
        re = new double[active];
        im = new double[active];
        for (int next = 0; next < active; next++) {
            int j = index[next];
            double twice = j == 0 || j == half ? 1 : 2;
            double weight = twice / (distance(j, damping) * distance(j, damping + step));
            place(next, j, weight, argument(j, damping) + argument(j, damping + step));
            error += weight * (Math.exp(upper[j]) - Math.exp(Math.min(log[j], upper[j])));
        }
        double dropped = (length - active) * Math.exp(dead) / (Math.expm1(-damping) * Math.expm1(-damping - step));
        error = error * (1 + 1e-9) + dropped;
    }

    /** {@code |1 - e^(-s + i w)|} for the frequency {@code w = 2 pi j / length}. */
    private double distance(int j, double s) {
        double sine = fourier.halfSine(j);
        return Math.sqrt(Math.expm1(-s) * Math.expm1(-s) + 4 * Math.exp(-s) * sine * sine);
    }

    /** Stores {@code Phi / ((1 - r) (1 - r e^-h))} at frequency j as entry {@code at}. */
    private void place(int at, int j, double weight, double turned) {
        double magnitude = weight * Math.exp(log[j]);
        double angle = phase[j] - turned;
        re[at] = magnitude * Math.cos(angle);
        im[at] = magnitude * Math.sin(angle);
    }

    private double argument(int j, double s) {
        double sine = fourier.halfSine(j);
        return Math.atan2(-Math.exp(-s) * fourier.sine(j), -Math.expm1(-s) + 2 * Math.exp(-s) * sine * sine);
    }

    /**
     * The sum {@code sum_w Phi e^(i w point) (a + b r) / ((1 - r) (1 - r e^-h))} over all frequencies w, increased by a
     * bound on its errors. Here {@code r = e^(-t h + i w)}, with the tilt t and the lattice step h.
     */
    double at(long point, double a, double b) {
        double sum = 0;
        double size = 0;
        long start = Math.floorMod(point, (long) length);
        for (int i = 0; i < active; i++) {
            long turn = index[i] * start & (length - 1);
            double cosine = fourier.cosine((int) turn);
            double sine = fourier.sine((int) turn);
            double real = re[i] * cosine - im[i] * sine;
            double imaginary = re[i] * sine + im[i] * cosine;
            double c = a + b * ratio * fourier.cosine(index[i]);
            double s = b * ratio * fourier.sine(index[i]);
            sum += real * c - imaginary * s;
            size += (Math.abs(re[i]) + Math.abs(im[i]));
        }
        double rounding = size * 32 * Fourier.ROUNDING + size * (active * Fourier.ROUNDING) * 1e-3;
        return Math.max(0, sum) + (error + rounding) * (a + b * ratio);
    }

    int active() {
        return active;
    }
}
