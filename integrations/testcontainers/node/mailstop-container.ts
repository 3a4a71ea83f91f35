import {
  AbstractStartedContainer,
  GenericContainer,
  Wait,
  type StartedTestContainer,
} from 'testcontainers'

const httpPort = 8025
const smtpPort = 1025

/** Mailstop for the tests of a file: an inbox of its own, gone with its container. */
export class MailstopContainer extends GenericContainer {
  constructor(image = 'mailstop') {
    super(image)
    this.withCommand(['--ci'])
      .withExposedPorts(httpPort, smtpPort)
      .withWaitStrategy(Wait.forHttp('/readyz', httpPort).forStatusCode(200))
  }

  override async start(): Promise<StartedMailstopContainer> {
    return new StartedMailstopContainer(await super.start())
  }
}

export class StartedMailstopContainer extends AbstractStartedContainer {
  /** The address of the inbox and the API, for `MAILSTOP_URL`. */
  readonly url: string
  /** What nodemailer and other libraries take. */
  readonly smtp: { host: string; port: number }

  constructor(started: StartedTestContainer) {
    super(started)
    this.url = `http://${started.getHost()}:${started.getMappedPort(httpPort)}`
    this.smtp = { host: started.getHost(), port: started.getMappedPort(smtpPort) }
  }
}
