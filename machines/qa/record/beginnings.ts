/** Texts, of which it is told at once, however many they are, whether another one is the beginning of one of them. */
export class Beginnings {
  // None is the beginning of the next one, so that whatever begins like a text stands right behind it.
  #sorted: string[] = []

  /** Adds a text. Returns whether it is new: neither one of them nor the beginning of one. */
  add(whole: string): boolean {
    if (this.has(whole)) return false
    const place = this.#placeOf(whole)
    const replacesOne = whole.startsWith(this.#sorted[place - 1] ?? whole + whole)
    this.#sorted.splice(replacesOne ? place - 1 : place, replacesOne ? 1 : 0, whole)
    return true
  }

  has(text: string): boolean {
    return this.#sorted[this.#placeOf(text)]?.startsWith(text) ?? false
  }

  /** The place of the first that is not before a text. */
  #placeOf(text: string): number {
    let [from, to] = [0, this.#sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#sorted[middle] ?? '') < text) from = middle + 1
      else to = middle
    }
    return from
  }
}
