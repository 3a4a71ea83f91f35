import { Component, type ReactNode } from 'react'
import { forgetFailedScreens } from './lazy-screen.tsx'
import { ScreenErrorPage } from './screens/screen-error-page.tsx'

type ScreenErrorsProps = {
  /** The entry of the history. Another one begins without the error. */
  at: string
  children: ReactNode
}

type ScreenErrorsState = { at: string; failure: { error: unknown } | null }

/** Shows an error in place of a screen that could not be loaded or drawn. React asks for a class here. */
export class ScreenErrors extends Component<ScreenErrorsProps, ScreenErrorsState> {
  override state: ScreenErrorsState = { at: this.props.at, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<ScreenErrorsState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ at }: ScreenErrorsProps, state: ScreenErrorsState) {
    return at === state.at ? null : { at, failure: null }
  }

  override componentDidUpdate() {
    forgetFailedScreens()
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : <ScreenErrorPage error={failure.error} />
  }
}
