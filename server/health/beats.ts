// Who is alive says so again and again.

export const millisecondsBetweenBeats = 10_000
/** Four beats; whoever looks every 15 seconds knows within a minute of one that was killed. */
export const secondsUntilGone = 45
