// The theme and the density that a person chose, before anything is drawn. The build puts it into the page, and the policy
// names its hash.
{
  const { dataset } = document.documentElement
  let language = navigator.language
  try {
    // A tab that a recording answers goes back to it when it is loaded anew, and asks no server meanwhile.
    if (sessionStorage.getItem('replayed') && !location.pathname.startsWith('/inspector')) {
      window.fetch = () => new Promise(() => {})
      location.replace('/inspector/app')
    }
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (localStorage.getItem('density') === 'compact') dataset.density = 'compact'
    language = localStorage.getItem('language') || language
    if (localStorage.getItem('clock')) language = 'chosen'
  } catch {
    // A browser that stores nothing follows the system, and has room.
  }
  // Numbers and dates are not as the app writes them by itself.
  if (!/^en\b/.test(language)) dataset.writes = 'chosen'
}
