package dev.weir.jobs.format.registry;

import dev.weir.jobs.failure.CommandFailure;

/** Says that a registry could not be asked. The message tells why in a few words, without any secret. */
final class RegistrySilent extends Exception {

    private static final long serialVersionUID = 1L;

    RegistrySilent(String why) {
        super(why);
    }

    String why() {
        return String.valueOf(getMessage());
    }

    /**
     * Returns the failure of a start.
     *
     * @param section the section of the pipeline file that names the registry
     */
    CommandFailure atStart(String section) {
        return new CommandFailure(
                CommandFailure.FAILED,
                section + ": the schema registry " + why() + "; nothing was started, start again when it answers");
    }
}
