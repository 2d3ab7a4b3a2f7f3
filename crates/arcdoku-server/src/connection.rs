//! A connection that is closed if its client does not read, and that notices a client that leaves.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Sleep, sleep};

/// The interval between checks whether a client has closed its side while data of the client is still unread.
const CHECK: Duration = Duration::from_millis(25);

/// A connection with a limit for the time without progress of a write.
pub(crate) struct Connection {
    read: OwnedReadHalf,
    write: Arc<OwnedWriteHalf>,
    idle: Duration,
    /// The end of the wait for the client to read.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    /// Replies are written without delay.
    pub(crate) fn new(stream: TcpStream, idle: Duration) -> Self {
        // Without this option, replies are only slower.
        let _ = stream.set_nodelay(true);
        let (read, write) = stream.into_split();
        Self { read, write: Arc::new(write), idle, stalled: None }
    }

    /// The other side.
    pub(crate) fn client(&self) -> Client {
        Client(Arc::clone(&self.write))
    }
}

/// The other side of a connection, as a part of each request.
#[derive(Clone, Debug)]
pub(crate) struct Client(Arc<OwnedWriteHalf>);

impl Client {
    /// Waits until the client has closed its side. The HTTP protocol notices this only while it reads, so the work on
    /// a request with unread data would go on.
    pub(crate) async fn left(&self) {
        while let Ok(ready) = self.0.ready(Interest::READABLE).await {
            if ready.is_read_closed() {
                return;
            }
            sleep(CHECK).await;
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.read).poll_read(context, out)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            let stream: &TcpStream = (*self.write).as_ref();
            if stream.poll_write_ready(context)?.is_pending() {
                let idle = self.idle;
                let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(idle)));
                ready!(stalled.as_mut().poll(context));
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            match self.write.try_write(data) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.stalled = None;
                    return Poll::Ready(written);
                }
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The connection is dropped next, which closes it.
        Poll::Ready(Ok(()))
    }
}
