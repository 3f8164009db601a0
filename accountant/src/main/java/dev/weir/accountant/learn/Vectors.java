package dev.weir.accountant.learn;

/** Arithmetic of vectors of doubles. */
final class Vectors {

    private Vectors() {}

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The length of a vector, computed without overflow and underflow. */
    static double length(double[] vector) {
        double largest = 0;
        for (double coordinate : vector) {
            largest = Math.max(largest, Math.abs(coordinate));
        }
        if (largest == 0 || Double.isInfinite(largest)) {
            return largest;
        }
        double sum = 0;
        for (double coordinate : vector) {
            sum += coordinate / largest * (coordinate / largest);
        }
        return largest * Math.sqrt(sum);
    }

    /** Returns {@code from} plus {@code factor} times {@code direction}. */
    static double[] moved(double[] from, double factor, double[] direction) {
        double[] to = new double[from.length];
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i] + factor * direction[i];
        }
        return to;
    }

    /** Returns the point of the ball around 0 that is nearest to a vector. */
    static double[] projected(double[] vector, double radius) {
        double length = length(vector);
        return length <= radius ? vector : moved(new double[vector.length], radius / length, vector);
    }
}
