package dev.weir.accountant.learn;

/** A sum of vectors that loses no digits however many are added: what each addition loses is added at the end. */
final class CompensatedSum {

    private final double[] sum;
    private final double[] lost;

    CompensatedSum(double[] first) {
        this.sum = first.clone();
        this.lost = new double[first.length];
    }

    void add(double factor, double[] vector) {
        for (int i = 0; i < sum.length; i++) {
            double added = factor * vector[i];
            double next = sum[i] + added;
            lost[i] += Math.abs(sum[i]) >= Math.abs(added) ? (sum[i] - next) + added : (added - next) + sum[i];
            sum[i] = next;
        }
    }

    double[] value() {
        return Vectors.moved(sum, 1, lost);
    }
}
