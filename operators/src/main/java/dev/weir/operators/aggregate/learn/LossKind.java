package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.learn.Loss;

/** The losses that a pipeline can choose for a model. */
public enum LossKind {
    /** The logistic loss. */
    LOGISTIC(1, new Loss.Logistic(), new Loss.Logistic()),
    /** The hinge loss; where a minimiser needs a second derivative, the smooth one. */
    HINGE(2, new Loss.Hinge(), new Loss.SmoothHinge());

    private final int number;
    private final Loss loss;
    private final Loss.Curved curved;

    LossKind(int number, Loss loss, Loss.Curved curved) {
        this.number = number;
        this.loss = loss;
        this.curved = curved;
    }

    /** The number of the loss in fingerprints. */
    int number() {
        return number;
    }

    /** The loss whose slopes a descent follows. */
    Loss loss() {
        return loss;
    }

    /** The loss that a minimiser minimises. */
    Loss.Curved curved() {
        return curved;
    }
}
