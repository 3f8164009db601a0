package dev.weir.operators.aggregate.learn;

import dev.weir.operators.aggregate.SeriesPart.OneStepOnly;

/** What models that are trained when a window closes have in common. */
final class ClosedModels {

    /** The reason why such a model is allowed only in tumbling windows. */
    static final OneStepOnly NOT_IN_SERIES = new OneStepOnly(
            "by",
            "must be ftrl where totals run, and windows must not slide: this model is trained when a window closes",
            "release must hold models of closed windows only where windows tumble");

    private ClosedModels() {}
}
