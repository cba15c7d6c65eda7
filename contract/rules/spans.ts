const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** How long something took, in its two largest units: '7 min 42 s', '3 h', '2 d 5 h'. */
export function spanText(seconds: number): string {
  const whole = Math.round(seconds)
  const first = units.findIndex((unit) => whole >= unit.seconds)
  const [large, small] = first < 0 ? [] : units.slice(first)
  if (!large) return '0 s'
  const rest = small ? Math.floor((whole % large.seconds) / small.seconds) : 0
  return [
    `${Math.floor(whole / large.seconds)} ${large.name}`,
    ...(small && rest > 0 ? [`${rest} ${small.name}`] : []),
  ].join(' ')
}
