interface Press {
  timeStamp: number
  clientX: number
  clientY: number
}

/** What takes longer, or goes farther, is no double click. */
const mostMilliseconds = 500
const mostPixels = 8

let isSecond = false

/** Remembers the last press of the pointer: when it begins, no event tells yet that it is the second of a double click. */
export function followDoubleClicks(): void {
  let last: Press | undefined
  const take = ({ timeStamp, clientX, clientY }: Press) => {
    isSecond =
      last !== undefined &&
      timeStamp - last.timeStamp < mostMilliseconds &&
      Math.hypot(clientX - last.clientX, clientY - last.clientY) < mostPixels
    last = { timeStamp, clientX, clientY }
  }
  window.addEventListener('pointerdown', take, { capture: true })
}

/** Whether the press that is being answered is the second one of a double click. */
export const isSecondPress = (): boolean => isSecond
