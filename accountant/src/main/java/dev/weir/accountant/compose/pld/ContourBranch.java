package dev.weir.accountant.compose.pld;

/** The tilted nodes of one distribution, whose phases advance from point to point of the line of integration. */
final class ContourBranch {
    private final double count;
    private final double tilt;
    private final double square;
    private final double logMoment;
    private final boolean smooth;
    private final double[] re;
    private final double[] im;
    private final double[] cosine;
    private final double[] sine;

    ContourBranch(RepeatedLoss part, double tilt, double frequency, double spacing) {
        this.count = part.count();
        this.tilt = tilt;
        boolean closed = part.distribution().density() instanceof GaussianDensity;
        this.square = closed ? part.distribution().cumulants(tilt).variance() : 0;
        this.logMoment = part.distribution().cumulants(tilt).value();
        this.smooth = !part.distribution().isDiscrete();
        Nodes nodes = closed ? new Nodes(Atoms.NONE) : part.distribution().nodes(tilt, frequency);
        re = new double[nodes.size()];
        im = new double[nodes.size()];
        cosine = new double[nodes.size()];
        sine = new double[nodes.size()];
        for (int i = 0; i < re.length; i++) {
            re[i] = nodes.mass(i, tilt, logMoment);
            cosine[i] = Math.cos(spacing * nodes.loss(i));
            sine[i] = Math.sin(spacing * nodes.loss(i));
        }
    }

    int size() {
        return re.length;
    }

    /**
     * Adds {@code count} times K at the next point of the line to {@code log}: the real part to entry 0, the imaginary
     * part to entry 1 and, if the distribution has a density, the change of the real part since the saddle to entry 2.
     */
    void addLog(double[] log, double t) {
        double magnitude = -0.5 * square * t * t;
        double angle = square * t * (tilt + 0.5);
        if (re.length > 0) {
            double[] turned = turn();
            magnitude = 0.5 * Math.log(turned[0] * turned[0] + turned[1] * turned[1]);
            angle = Math.atan2(turned[1], turned[0]);
        }
        log[0] += count * (logMoment + magnitude);
        log[1] += count * angle;
        log[2] += smooth ? count * magnitude : 0;
    }

    /** Returns the characteristic function at the present point of the line, and advances to the next point. */
    private double[] turn() {
        double real = 0;
        double imaginary = 0;
        for (int i = 0; i < re.length; i++) {
            real += re[i];
            imaginary += im[i];
            double turned = re[i] * cosine[i] - im[i] * sine[i];
            im[i] = re[i] * sine[i] + im[i] * cosine[i];
            re[i] = turned;
        }
        return new double[] {real, imaginary};
    }
}
