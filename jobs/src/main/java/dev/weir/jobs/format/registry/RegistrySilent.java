package dev.weir.jobs.format.registry;

/** Says that a registry could not be asked. The message tells why in a few words, without any secret. */
final class RegistrySilent extends Exception {

    private static final long serialVersionUID = 1L;

    RegistrySilent(String why) {
        super(why);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
