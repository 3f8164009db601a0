package dev.weir.jobs.output;

import dev.weir.jobs.config.Pipeline;

/**
 * The guarantee and the expected accuracy of a pipeline, said without touching data: {@code card.json} and what
 * {@code explain} prints. A function of configuration alone, hence public.
 */
public final class Card {

    private final Pipeline pipeline;
    private final boolean revealsExact;

    private Card(Pipeline pipeline, boolean revealsExact) {
        this.pipeline = pipeline;
        this.revealsExact = revealsExact;
    }

    /** The card of what a pipeline releases. */
    public static Card of(Pipeline pipeline) {
        return new Card(pipeline, false);
    }

    /** The card of an output that holds exact totals too: it says that the whole folder is private. */
    public Card revealingExact() {
        return new Card(pipeline, true);
    }

    /** One JSON object on one line, its fields in a fixed order. */
    public String json() {
        return JsonText.write(json -> new CardJson(pipeline, revealsExact, json).write());
    }

    /** A page of text for people. */
    public String text() {
        return new CardText(pipeline, revealsExact).write();
    }
}
