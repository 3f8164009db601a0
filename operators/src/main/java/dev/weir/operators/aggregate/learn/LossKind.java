package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.learn.Loss;

/** The losses that a pipeline can choose for a model. */
public enum LossKind {
    /** The logistic loss. */
    LOGISTIC(1),
    /** The hinge loss; where a minimiser needs a second derivative, the smooth one. */
    HINGE(2);

    private final int number;

    LossKind(int number) {
        this.number = number;
    }

    /** The number of the loss in fingerprints. */
    int number() {
        return number;
    }

    /** The loss whose slopes a descent follows. */
    Loss loss() {
        return this == HINGE ? new Loss.Hinge() : new Loss.Logistic();
    }

    /** The loss that a minimiser minimises. */
    Loss.Curved curved() {
        return this == HINGE ? new Loss.SmoothHinge() : new Loss.Logistic();
    }
}
